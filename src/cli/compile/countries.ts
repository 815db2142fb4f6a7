/**
 * Codes of continents and countries as clients are placed by: ISO 3166-1 alpha-2 as of 2026, and `XK`, which the
 * standard leaves to its users and everybody uses for Kosovo.
 */

import { quoted } from "./document.ts";

/** Africa, Antarctica, Asia, Europe, North America, Oceania, South America. */
export const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;

export const COUNTRIES: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
  MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/**
 * What people write for some of them: codes that the standard keeps reserved, and the three letters of ISO 3166-1
 * alpha-3 for those that are written most.
 */
const MEANT: Readonly<Record<string, string>> = {
  ...{ UK: "GB", EL: "GR" },
  ...{ ARE: "AE", ARG: "AR", AUS: "AU", AUT: "AT", BEL: "BE", BGR: "BG", BRA: "BR", CAN: "CA", CHE: "CH", CHL: "CL" },
  ...{ CHN: "CN", COL: "CO", CZE: "CZ", DEU: "DE", DNK: "DK", EGY: "EG", ESP: "ES", EST: "EE", FIN: "FI", FRA: "FR" },
  ...{ GBR: "GB", GRC: "GR", HKG: "HK", HRV: "HR", HUN: "HU", IDN: "ID", IND: "IN", IRL: "IE", ISR: "IL", ITA: "IT" },
  ...{ JPN: "JP", KEN: "KE", KOR: "KR", LTU: "LT", LUX: "LU", LVA: "LV", MAR: "MA", MEX: "MX", MYS: "MY", NGA: "NG" },
  ...{ NLD: "NL", NOR: "NO", NZL: "NZ", PAK: "PK", PER: "PE", PHL: "PH", POL: "PL", PRT: "PT", ROU: "RO", RUS: "RU" },
  ...{ SAU: "SA", SGP: "SG", SRB: "RS", SVK: "SK", SVN: "SI", SWE: "SE", THA: "TH", TUR: "TR", TWN: "TW", UKR: "UA" },
  ...{ USA: "US", VNM: "VN", ZAF: "ZA" },
};

/**
 * Says what is wrong with a country's code; null: nothing. The nearest by its letters is not told: any two letters are
 * near to dozens of codes.
 */
export function countryFault(code: string): string | null {
  if (COUNTRIES.includes(code)) return null;
  const capitals = code.toUpperCase();
  const meant = MEANT[capitals] ?? (COUNTRIES.includes(capitals) ? capitals : null);
  const hint = meant === null ? ", such as DE" : `; write ${meant}`;
  return `${quoted(code)} is no country's code of two capitals (ISO 3166-1)${hint}`;
}
