import { describe, expect, test } from "vitest";
import { compiled, FILE, refusals, type Written } from "./check.support.ts";

describe("what is refused", () => {
  test("the whole text names file, place, check and reason", () => {
    expect(compiled({ type: "https", address: "192.0.2.10", timeout: 31 }).problems).toEqual([
      `${FILE}:12:3: https-by-address: example.com/c: a Worker can neither fetch an address nor name the certificate's host; give the origin a host name`,
      `${FILE}:19:3: timeout-above-interval: example.com/c: the timeout is 31 s; at most the interval, 30 s, is allowed`,
    ]);
  });

  test.each<{ name: string; written: Written; problems: string[] }>([
    { name: "no target", written: {}, problems: ["1 check-target-missing"] },
    {
      name: "two targets",
      written: { address: "192.0.2.1", hostname: "a.example.net" },
      problems: ["13 check-target-twice"],
    },
    {
      name: "a url beside its parts, one problem each",
      written: { url: "http://a.example.net/", address: "192.0.2.1", hostname: "a.example.net", port: 80, path: "/" },
      problems: ["12", "13", "14", "15"].map((line) => `${line} check-url-with-parts`),
    },
    { name: "a port twice", written: { address: "192.0.2.1:80", port: 80 }, problems: ["14 check-port-twice"] },
    { name: "tcp without a port", written: { type: "tcp", address: "192.0.2.1" }, problems: ["1 check-port-missing"] },
    {
      name: "tcp with a url",
      written: { type: "tcp", url: "tcp://192.0.2.1:53" },
      problems: ["11 check-url-not-for-tcp"],
    },
    {
      name: "tcp with fields of http",
      written: {
        type: "tcp",
        address: "192.0.2.1",
        port: 53,
        path: "/",
        host: "a.example.net",
        expect: ["200"],
        follow: 1,
      },
      problems: ["15", "16", "17", "22"].map((line) => `${line} check-field-not-for-tcp`),
    },
    {
      name: "https by an address in a url",
      written: { type: "https", url: "https://[2001:db8::1]/" },
      problems: ["11 https-by-address"],
    },
    {
      name: "another scheme than the type",
      written: { type: "https", url: "http://a.example.net/" },
      problems: ["11 url-scheme-mismatch"],
    },
    { name: "no url at all", written: { url: "a.example.net/healthz" }, problems: ["11 url-invalid"] },
    { name: "a url with a line break", written: { url: "http://a.exam\nple.net/" }, problems: ["11 url-invalid"] },
    {
      name: "a url with a backslash",
      written: { url: "http://a.example.net\\@b.example.net/" },
      problems: ["11 url-invalid"],
    },
    { name: "a url without host", written: { url: "http:///healthz" }, problems: ["11 host-name-invalid"] },
    {
      name: "a url with credentials",
      written: { url: "http://u:p@a.example.net/" },
      problems: ["11 url-with-credentials"],
    },
    {
      name: "a url with a fragment",
      written: { url: "http://a.example.net/#top" },
      problems: ["11 url-with-fragment"],
    },
    { name: "a url with a wrong port", written: { url: "http://a.example.net:99999/" }, problems: ["11 port-invalid"] },
    {
      name: "A21: the wrong colon",
      written: { url: "http://2001:db8::10/h" },
      problems: ["11 url-ipv6-without-brackets"],
    },
    { name: "A21: octal in a url", written: { url: "http://192.0.2.010/" }, problems: ["11 address-invalid"] },
    { name: "A21: hexadecimal in a url", written: { url: "http://0x7f.1/" }, problems: ["11 address-invalid"] },
    { name: "a number in a url", written: { url: "http://2130706433/" }, problems: ["11 address-invalid"] },
    {
      name: "percent-encoding in a host",
      written: { url: "http://%31%32%37.0.0.1/" },
      problems: ["11 address-invalid"],
    },
    { name: "wide digits in a url", written: { url: "http://１２７.0.0.１/" }, problems: ["11 host-name-invalid"] },
    {
      name: "A21: IPv4-mapped in a url",
      written: { url: "http://[::ffff:192.0.2.1]/" },
      problems: ["11 address-ipv4-mapped"],
    },
    {
      name: "A21: a zone index in a url",
      written: { url: "http://[fe80::1%25eth0]/" },
      problems: ["11 address-zone-index"],
    },
    { name: "T77: a private address", written: { address: "10.0.0.1" }, problems: ["12 target-special-purpose"] },
    { name: "a local name", written: { hostname: "localhost" }, problems: ["13 target-local-name"] },
    {
      name: "Cloudflare's range",
      written: { type: "tcp", address: "104.16.0.1", port: 443 },
      problems: ["12 target-in-cloudflare-range"],
    },
    { name: "an address as hostname", written: { hostname: "192.0.2.1" }, problems: ["13 host-name-invalid"] },
    { name: "a host name as address", written: { address: "a.example.net" }, problems: ["12 address-invalid"] },
    { name: "a path without slash", written: { address: "192.0.2.1", path: "healthz" }, problems: ["15 path-invalid"] },
    {
      name: "a path with a line break",
      written: { address: "192.0.2.1", path: "/a\r\nX: y" },
      problems: ["15 path-invalid"],
    },
    {
      name: "a host beside a host name",
      written: { hostname: "a.example.net", host: "b.example.net" },
      problems: ["16 host-not-by-address"],
    },
    {
      name: "a host with a port",
      written: { address: "192.0.2.1", host: "b.example.net:80" },
      problems: ["16 host-invalid"],
    },
    {
      name: "a host that breaks the header",
      written: { address: "192.0.2.1", host: "a\r\nX: y" },
      problems: ["16 host-invalid"],
    },
    {
      name: "codes that are none",
      written: { address: "192.0.2.1", expect: ["2xx", "299-200", "99", "600"] },
      problems: Array(4).fill("17 expect-invalid"),
    },
  ])("$name", ({ written, problems }) => expect(refusals(written)).toEqual(problems));

  test("what no flag permits", () => {
    expect(refusals({ address: "104.16.0.1" }, true)).toEqual(["12 target-in-cloudflare-range"]);
    expect(refusals({ url: "http://0x7f.1/" }, true)).toEqual(["11 address-invalid"]);
  });
});
