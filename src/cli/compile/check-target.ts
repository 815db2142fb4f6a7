/**
 * Where a check is aimed: `url`, or `address` or `hostname` with `port` and `path`, brought to one form.
 *
 * The text of a url is taken apart here before a URL parser sees it: that would turn odd spellings of an address into
 * other addresses, and drop line breaks, in silence.
 */
import {
  looksLikeIpv4,
  readAddress,
  readHostName,
  readPort,
  refuseAddress,
  refuseHostName,
  type WrittenAddress,
} from "./address.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import type { Located, Place, SourceCheck } from "./source.ts";

/** Takes note of a problem. */
export type Report = (place: Place, found: Fault) => void;

export interface CheckTarget {
  readonly kind: "address" | "hostname";
  /** Canonical address without brackets, or host name in lower case. */
  readonly host: string;
  /** Null: none written. */
  readonly port: number | null;
  /** Path and query as they are sent; null: none written. */
  readonly path: string | null;
  /** Of the text that names the host, and the port where it stands there. */
  readonly place: Place;
}

const URL_TEXT = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)(#.*)?$/i;
/** Blanks, control characters and backslashes: a URL parser drops or rewrites them. */
const UNSAFE = /[\s\\\p{Cc}]/u;

/** Finds the target of a check; null where there is none to use, which is reported. */
export function readTarget(source: SourceCheck, allowPrivateTargets: boolean, report: Report): CheckTarget | null {
  const target = source.url === null ? targetOfParts(source, report) : targetOfUrl(source, source.url, report);
  if (target === null) return null;
  const refused =
    target.kind === "address"
      ? refuseAddress(target.host, allowPrivateTargets)
      : refuseHostName(target.host, allowPrivateTargets);
  if (refused !== null) report(target.place, refused);
  return target;
}

function targetOfUrl(source: SourceCheck, url: Located<string>, report: Report): CheckTarget | null {
  for (const part of ["address", "hostname", "port", "path"] as const) {
    const written = source[part];
    if (written !== null)
      report(written.place, fault("check-url-with-parts", `${part} stands beside url; a url says all of it`));
  }
  if (source.type === "tcp") {
    report(url.place, fault("check-url-not-for-tcp", "a tcp check takes address or hostname, and port"));
    return null;
  }
  const found = cutUrl(source.type, url.value);
  if (isFault(found)) report(url.place, found);
  return isFault(found) ? null : { ...found, place: url.place };
}

function cutUrl(type: string, text: string): Omit<CheckTarget, "place"> | Fault {
  const [whole, scheme = "", authority = "", rest = "", fragment] = URL_TEXT.exec(text) ?? [];
  if (whole === undefined || UNSAFE.test(text) || !text.isWellFormed()) {
    return fault("url-invalid", `"${text}" is not a url such as ${type}://www.example.com/healthz`);
  }
  if (scheme.toLowerCase() !== type) {
    return fault("url-scheme-mismatch", `"${text}" is not ${type}, as the type of the check says`);
  }
  if (authority.includes("@"))
    return fault("url-with-credentials", `"${text}" holds credentials, which a probe never sends`);
  if (fragment !== undefined) return fault("url-with-fragment", `"${text}" has a fragment, which is never sent`);
  if (/^[^[]*:.*:/.test(authority)) {
    return fault(
      "url-ipv6-without-brackets",
      `"${text}" has an IPv6 address without brackets, whose end cannot be told from a port`,
    );
  }
  const [, hostText = "", portText] = /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(authority) ?? [];
  const isAddress = hostText.startsWith("[") || looksLikeIpv4(hostText);
  const address = isAddress ? readAddress(hostText) : null;
  const host = address === null ? readHostName(hostText) : isFault(address) ? address : address.address;
  const port = portText === undefined ? null : readPort(portText);
  const path = readPath(rest.startsWith("/") ? rest : `/${rest}`);
  if (isFault(host)) return host;
  if (isFault(port)) return port;
  return isFault(path) ? path : { kind: isAddress ? "address" : "hostname", host, port, path };
}

function targetOfParts(source: SourceCheck, report: Report): CheckTarget | null {
  const { address, hostname, port, path } = source;
  if (address !== null && hostname !== null) {
    report(hostname.place, fault("check-target-twice", "hostname stands beside address; a check has one target"));
    return null;
  }
  const named = address ?? hostname;
  if (named === null) {
    const what = source.type === "tcp" ? "address or hostname" : "url, address or hostname";
    report(source.place, fault("check-target-missing", `the check has no target; it needs ${what}`));
    return null;
  }
  const found = address === null ? hostAlone(named.value) : readAddress(named.value);
  const sent = path === null ? null : readPath(path.value);
  if (path !== null && isFault(sent)) report(path.place, sent);
  if (isFault(found)) {
    report(named.place, found);
    return null;
  }
  if (found.port !== null && port !== null) {
    report(port.place, fault("check-port-twice", `port stands beside the port in "${named.value}"`));
  }
  return {
    kind: address === null ? "hostname" : "address",
    host: found.address,
    port: found.port ?? port?.value ?? null,
    path: isFault(sent) ? null : sent,
    place: named.place,
  };
}

function hostAlone(text: string): WrittenAddress | Fault {
  const host = readHostName(text);
  return isFault(host) ? host : { address: host, port: null };
}

/** Gives path and query as a URL parser writes them. */
function readPath(text: string): string | Fault {
  if (!text.startsWith("/") || text.includes("#") || UNSAFE.test(text) || !text.isWellFormed()) {
    return fault("path-invalid", `"${text}" is not a path; it begins with "/" and has no blanks, backslashes or "#"`);
  }
  const url = new URL(`http://host.invalid${text}`);
  return url.pathname + url.search;
}
