/** Vectors of the RFCs: RFC 9460 appendix D, RFC 4034 4.3, and what the text of the others leads to. */

export interface RdataRow {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  /** Blanks are for the eye. */
  readonly hex: string;
  /** As it is printed; absent: as it is written. */
  readonly canonical?: string;
}

const FOO_EXAMPLE_COM = "03666f6f 076578616d706c65 03636f6d 00";
const FOO_EXAMPLE_ORG = "03666f6f 076578616d706c65 036f7267 00";

export const RFC_ROWS: readonly RdataRow[] = [
  {
    name: "RFC 9460 D.1: AliasMode",
    type: "HTTPS",
    text: "0 foo.example.com.",
    hex: `0000 ${FOO_EXAMPLE_COM}`,
  },
  { name: "RFC 9460 D.2: the target . is the owner itself", type: "SVCB", text: "1 .", hex: "0001 00" },
  {
    name: "RFC 9460 D.2: a port",
    type: "SVCB",
    text: "16 foo.example.com. port=53",
    hex: `0010 ${FOO_EXAMPLE_COM} 0003 0002 0035`,
  },
  {
    name: "RFC 9460 D.2: a generic key with an unquoted value",
    type: "SVCB",
    text: "1 foo.example.com. key667=hello",
    canonical: '1 foo.example.com. key667="hello"',
    hex: `0001 ${FOO_EXAMPLE_COM} 029b 0005 68656c6c6f`,
  },
  {
    name: "RFC 9460 D.2: a generic key with a quoted value and a decimal escape",
    type: "SVCB",
    text: '1 foo.example.com. key667="hello\\210qoo"',
    hex: `0001 ${FOO_EXAMPLE_COM} 029b 0009 68656c6c6fd2716f6f`,
  },
  {
    name: "RFC 9460 D.2: two IPv6 hints between quotation marks",
    type: "SVCB",
    text: '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"',
    canonical: "1 foo.example.com. ipv6hint=2001:db8::1,2001:db8::53:1",
    hex: `0001 ${FOO_EXAMPLE_COM} 0006 0020 20010db8000000000000000000000001 20010db8000000000000000000530001`,
  },
  {
    name: "RFC 9460 D.2: an IPv6 hint with a dotted tail",
    type: "SVCB",
    text: "1 example.com. ipv6hint=2001:db8:122:344::192.0.2.33",
    canonical: "1 example.com. ipv6hint=2001:db8:122:344::c000:221",
    hex: "0001 076578616d706c6503636f6d00 0006 0010 20010db80122034400000000c0000221",
  },
  {
    name: "RFC 9460 D.2: keys and mandatory are sorted in the octets",
    type: "SVCB",
    text: "16 foo.example.org. (alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1)",
    canonical: '16 foo.example.org. mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
    hex: `0010 ${FOO_EXAMPLE_ORG} 0000 0004 00010004 0001 0009 02683205 68332d3139 0004 0004 c0000201`,
  },
  {
    name: "RFC 9460 D.2: a comma and a backslash in an alpn identifier, quoted",
    type: "SVCB",
    text: '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
    hex: `0010 ${FOO_EXAMPLE_ORG} 0001 000c 08665c6f6f2c626172 026832`,
  },
  {
    name: "RFC 9460 D.2: a comma and a backslash in an alpn identifier, by decimal escapes",
    type: "SVCB",
    text: "16 foo.example.org. alpn=f\\\\\\092oo\\092,bar,h2",
    canonical: '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
    hex: `0010 ${FOO_EXAMPLE_ORG} 0001 000c 08665c6f6f2c626172 026832`,
  },
  {
    name: "RFC 9461 5: dohpath",
    type: "SVCB",
    text: '1 dns.example.org. alpn="h2" dohpath="/dns-query{?dns}"',
    hex: "0001 03646e73 076578616d706c65 036f7267 00 0001 0003 026832 0007 0010 2f646e732d71756572797b3f646e737d",
  },
  {
    name: "RFC 4034 4.3: NSEC with a type of a high window",
    type: "NSEC",
    text: "host.example.com. A MX RRSIG NSEC TYPE1234",
    hex: `04686f7374 076578616d706c65 03636f6d 00 0006 400100000003 041b ${"00".repeat(26)} 20`,
  },
  {
    name: "RFC 5155: NSEC3 without salt",
    type: "NSEC3",
    text: "1 0 0 - 2T7B4G4VSA5SMI47K61MV5BV1A22BOJR A RRSIG",
    hex: "01 00 0000 00 14 174eb2409fe28bcb4887a1836f957f0a8425e27b 0006 400000000002",
  },
  {
    name: "RFC 3123 4: trailing zero octets of a prefix are left out",
    type: "APL",
    text: "1:192.0.2.0/24 !2:2001:db8::/32",
    hex: "0001 18 03 c00002 0002 20 84 20010db8",
  },
  {
    name: "RFC 1876 3: LOC with its defaults",
    type: "LOC",
    text: "42 21 54 N 71 06 18 W -24m 30m",
    canonical: "42 21 54.000 N 71 6 18.000 W -24.00m 30m 10000m 10m",
    hex: "00 33 16 13 89172dd0 70be15f0 00988d20",
  },
  {
    name: "RFC 8659: CAA with a critical flag and an unquoted value",
    type: "CAA",
    text: "128 issue ca.example.net",
    canonical: '128 issue "ca.example.net"',
    hex: "80 05 6973737565 63612e6578616d706c652e6e6574",
  },
  {
    name: "RFC 7553: URI",
    type: "URI",
    text: '10 1 "https://www.example.com/path"',
    hex: "000a 0001 68747470733a2f2f7777772e6578616d706c652e636f6d2f70617468",
  },
  {
    name: "RFC 3403: NAPTR",
    type: "NAPTR",
    text: '100 10 "U" "E2U+sip" "!^.*$!sip:info@example.com!" .',
    hex: "0064 000a 01 55 07 4532552b736970 1b 215e2e2a24217369703a696e666f406578616d706c652e636f6d21 00",
  },
  {
    name: "RFC 6742: NID and L32",
    type: "NID",
    text: "10 14:4fff:ff20:ee64",
    hex: "000a 00144fffff20ee64",
  },
  { name: "RFC 7043: EUI48", type: "EUI48", text: "00-00-5e-00-53-2a", hex: "00005e00532a" },
  {
    name: "RFC 4034 3.2: RRSIG dates",
    type: "RRSIG",
    text: "A 13 3 60 20240229235959 20240101000000 12345 example.com. AQID",
    hex: "0001 0d 03 0000003c 65e11a7f 65920080 3039 076578616d706c6503636f6d00 010203",
  },
  {
    name: "RFC 4025: IPSECKEY by name",
    type: "IPSECKEY",
    text: "10 3 2 gw.example.com. AQID",
    hex: "0a 03 02 026777 076578616d706c65 03636f6d 00 010203",
  },
  {
    name: "RFC 8777: AMTRELAY with the discovery bit and no relay",
    type: "AMTRELAY",
    text: "0 1 0 .",
    hex: "00 80",
  },
  {
    name: "RFC 8005: HIP with a rendezvous server",
    type: "HIP",
    text: "2 200100107B1A74DF AQID rvs.example.com.",
    hex: "08 02 0003 200100107b1a74df 010203 03727673 076578616d706c65 03636f6d 00",
  },
  { name: "RFC 1035 3.4.2: WKS", type: "WKS", text: "192.0.2.1 6 25 80", hex: "c0000201 06 00000040 000000000000 80" },
  {
    name: "RFC 4398: CERT by mnemonics",
    type: "CERT",
    text: "PGP 0 ED25519 AQID",
    hex: "0003 0000 0f 010203",
  },
  {
    name: "RFC 9859: DSYNC",
    type: "DSYNC",
    text: "CDS NOTIFY 5359 rr.example.com.",
    hex: "003b 01 14ef 027272 076578616d706c65 03636f6d 00",
  },
  { name: "RFC 3597 5: no octets", type: "TYPE65400", text: "\\# 0", hex: "" },
  {
    name: "RFC 3597 4: generic data of a known type is printed by its layout",
    type: "MX",
    text: "\\# 3 000A 00",
    canonical: "10 .",
    hex: "000a 00",
  },
];

/** RFC 9460 D.3, and rules of 2.4.2, 7.1.1 and 8. */
export const SVCB_REFUSALS: readonly { readonly name: string; readonly text: string; readonly code: string }[] = [
  { name: "D.3: a key given twice", text: "1 foo.example.com. key123=abc key123=def", code: "svcb-key-repeated" },
  { name: "D.3: mandatory without a value", text: "1 foo.example.com. mandatory", code: "svcb-value-invalid" },
  { name: "D.3: alpn without a value", text: "1 foo.example.com. alpn", code: "svcb-value-invalid" },
  { name: "D.3: port without a value", text: "1 foo.example.com. port", code: "number-out-of-range" },
  { name: "D.3: ipv4hint without a value", text: "1 foo.example.com. ipv4hint", code: "svcb-value-invalid" },
  { name: "D.3: ipv6hint without a value", text: "1 foo.example.com. ipv6hint", code: "svcb-value-invalid" },
  {
    name: "D.3: no-default-alpn with a value",
    text: "1 foo.example.com. no-default-alpn=abc",
    code: "svcb-value-invalid",
  },
  {
    name: "D.3: a mandatory key is missing",
    text: "1 foo.example.com. mandatory=key123",
    code: "svcb-mandatory-missing",
  },
  {
    name: "D.3: mandatory names itself",
    text: "1 foo.example.com. mandatory=mandatory",
    code: "svcb-mandatory-invalid",
  },
  {
    name: "D.3: mandatory names a key twice",
    text: "1 foo.example.com. mandatory=key123,key123 key123=abc",
    code: "svcb-value-invalid",
  },
  {
    name: "2.4.2: an alias takes no parameters",
    text: "0 foo.example.com. port=53",
    code: "svcb-alias-with-parameters",
  },
  { name: "7.1.1: no-default-alpn stands alone", text: "1 . no-default-alpn", code: "svcb-no-default-alpn-alone" },
  { name: "7.1.1: an empty alpn identifier", text: '1 . alpn="h2,,h3"', code: "svcb-value-invalid" },
  { name: "14.3.1: key65535 is invalid", text: "1 . key65535=x", code: "svcb-key-unknown" },
  { name: "2.1: keys are lower case", text: "1 . ALPN=h2", code: "svcb-key-unknown" },
  {
    name: "RFC 9461 5: dohpath without the variable",
    text: '1 . alpn=h2 dohpath="/dns-query"',
    code: "svcb-dohpath-invalid",
  },
];
