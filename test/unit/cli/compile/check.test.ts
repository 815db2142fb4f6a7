import { describe, expect, test } from "vitest";
import type { HttpProbeSpec } from "../../../../src/health/check.ts";
import { compiled, FILE, probed, refusals, type Written } from "./check.support.ts";

function http(written: Written): HttpProbeSpec {
  const { spec } = probed(written);
  if (spec.type === "tcp") throw new Error("no HTTP probe");
  return spec;
}

describe("what is compiled", () => {
  test("every field has its default", () => {
    const { check, problems } = compiled({ address: "192.0.2.10" });
    expect(problems).toEqual([]);
    expect(check).toEqual({
      kind: "probed",
      name: "example.com/c",
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      probe: expect.stringMatching(/^[0-9a-f]{16}$/),
      spec: {
        interval: 30,
        timeout: 4,
        type: "http",
        address: "192.0.2.10",
        url: "http://192.0.2.10:80/",
        port: 80,
        path: "/",
        host: "192.0.2.10",
        expect: [[200, 299]],
        follow: 0,
        method: "GET",
        headers: [],
        contains: null,
      },
      unhealthyThreshold: 3,
      healthyThreshold: 3,
      initial: "healthy",
      inverted: false,
      disabled: false,
      backoff: true,
      regions: [],
      quorum: { kind: "percent", percent: 18 },
    });
  });

  test("https by url", () => {
    expect(
      http({ type: "https", url: "HTTPS://West.Origin.example.net./a b".replace(" ", "%20"), interval: 2 }),
    ).toEqual({
      interval: 2,
      timeout: 2,
      type: "https",
      address: null,
      url: "https://west.origin.example.net:443/a%20b",
      port: 443,
      path: "/a%20b",
      host: "west.origin.example.net",
      expect: [[200, 299]],
      follow: 0,
      method: "GET",
      headers: [],
      contains: null,
    });
  });

  test("tcp", () => {
    expect(probed({ type: "tcp", address: "2001:DB8::30", port: 5432, interval: 10, timeout: 3 }).spec).toEqual({
      interval: 10,
      timeout: 3,
      type: "tcp",
      hostname: "2001:db8::30",
      port: 5432,
      url: "tcp://[2001:db8::30]:5432",
    });
  });

  test.each([
    { name: "T78: a name on port 8080", written: { port: 8080, host: "a.example.com" }, host: "a.example.com:8080" },
    { name: "T78: a name on port 80", written: { port: 80, host: "a.example.com" }, host: "a.example.com" },
    { name: "T78: no name", written: {}, host: "192.0.2.10" },
    { name: "no name on port 8080", written: { port: 8080 }, host: "192.0.2.10:8080" },
    { name: "a name in other letters", written: { host: "WWW.Bücher.example." }, host: "www.xn--bcher-kva.example" },
    { name: "an IPv6 address as name", written: { host: "2001:db8::1" }, host: "[2001:db8::1]" },
  ])("Host header: $name", ({ written, host }) => expect(http({ address: "192.0.2.10", ...written }).host).toBe(host));

  test.each([
    {
      name: "A21: a bare IPv6 address",
      address: "2001:db8::10",
      url: "http://[2001:db8::10]:80/h",
      host: "[2001:db8::10]",
    },
    {
      name: "A21: brackets and a port",
      address: "[2001:db8::10]:8443",
      url: "http://[2001:db8::10]:8443/h",
      host: "[2001:db8::10]:8443",
    },
    { name: "IPv4 and a port", address: "192.0.2.10:8080", url: "http://192.0.2.10:8080/h", host: "192.0.2.10:8080" },
  ])("$name", ({ address, url, host }) => expect(http({ address, path: "/h" })).toMatchObject({ url, host }));

  test("a url with an address is by address", () => {
    expect(http({ url: "http://[2001:DB8::10]:8080?x=1", host: "a.example.com" })).toMatchObject({
      address: "2001:db8::10",
      url: "http://[2001:db8::10]:8080/?x=1",
      host: "a.example.com:8080",
      path: "/?x=1",
    });
  });

  test("codes and ranges are put in order and joined", () => {
    expect(http({ address: "192.0.2.10", expect: ["404", "300-399", "200-299", "250-260"] }).expect).toEqual([
      [200, 399],
      [404, 404],
    ]);
  });

  test("local targets with --allow-private-targets", () => {
    expect(refusals({ url: "http://localhost:8081/healthz" }, true)).toEqual([]);
    expect(refusals({ type: "tcp", address: "127.0.0.1", port: 5432 }, true)).toEqual([]);
  });

  test("port 25 is warned about", () => {
    const { check, problems } = compiled({ type: "tcp", hostname: "mail.example.net", port: 25 });
    expect([check?.kind, problems]).toEqual([
      "probed",
      [
        `${FILE}:14:3: port-25-unreachable: example.com/c: Cloudflare lets no Worker connect to port 25; the check can only fail`,
      ],
    ]);
  });
});

describe("ids", () => {
  const BASE: Written = { address: "192.0.2.10", path: "/healthz" };
  const ids = (written: Written): readonly string[] => {
    const { probe, id } = probed(written);
    return [probe, id];
  };

  test.each<{ name: string; a: Written; b: Written }>([
    {
      name: "defaults written out",
      a: BASE,
      b: { ...BASE, port: 80, interval: 30, timeout: 4, expect: ["200-299"], follow: 0 },
    },
    { name: "a url instead of its parts", a: BASE, b: { url: "http://192.0.2.10/healthz" } },
    { name: "spellings of an IPv6 address", a: { address: "2001:db8:0:0::1" }, b: { address: "[2001:DB8::1]:80" } },
    {
      name: "letters and final dot of a host",
      a: { hostname: "o.example.net" },
      b: { url: "http://O.Example.NET.:80" },
    },
    { name: "ranges in another order", a: { ...BASE, expect: ["404", "200"] }, b: { ...BASE, expect: ["200", "404"] } },
    {
      name: "regions in another order",
      a: { ...BASE, regions: ["weur", "enam"] },
      b: { ...BASE, regions: ["enam", "weur"] },
    },
    { name: "the Host header that is sent anyway", a: BASE, b: { ...BASE, host: "192.0.2.10" } },
  ])("equal: $name", ({ a, b }) => expect(ids(a)).toEqual(ids(b)));

  test.each<{ name: string; other: Written }>([
    { name: "thresholds", other: { ...BASE, unhealthyThreshold: 2 } },
    { name: "initial", other: { ...BASE, initial: "unhealthy" } },
    { name: "backoff", other: { ...BASE, backoff: false } },
    { name: "inverted", other: { ...BASE, inverted: true } },
    { name: "disabled", other: { ...BASE, disabled: true } },
    { name: "regions", other: { ...BASE, regions: ["weur"] } },
    { name: "quorum", other: { ...BASE, quorum: { kind: "percent", percent: 50 } } },
  ])("$name make another check of the same probe", ({ other }) => {
    expect(ids(other)[0]).toBe(ids(BASE)[0]);
    expect(ids(other)[1]).not.toBe(ids(BASE)[1]);
  });

  test.each<{ name: string; other: Written }>([
    { name: "path", other: { ...BASE, path: "/" } },
    { name: "interval", other: { ...BASE, interval: 10 } },
    { name: "timeout", other: { ...BASE, timeout: 5 } },
    { name: "host", other: { ...BASE, host: "a.example.com" } },
    { name: "expect", other: { ...BASE, expect: ["200"] } },
    { name: "follow", other: { ...BASE, follow: 1 } },
    { name: "port", other: { ...BASE, port: 81 } },
    { name: "method", other: { ...BASE, method: "HEAD" } },
    { name: "header", other: { ...BASE, headers: [["x-a", "b"]] } },
    { name: "contains", other: { ...BASE, contains: "ok" } },
  ])("another $name makes another probe", ({ other }) => expect(ids(other)[0]).not.toBe(ids(BASE)[0]));
});
