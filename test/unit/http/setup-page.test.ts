import { describe, expect, test } from "vitest";
import { setupPage } from "../../../src/http/setup-page.ts";

const page = (doh: string): Promise<string> => setupPage(doh, doh.replace("/dns-query", "/resolve")).text();
/** What is to be copied, in the page's order. */
const blocks = async (doh: string): Promise<string[]> =>
  [...(await page(doh)).matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = ""]) => text);

describe("the page for people", () => {
  test("has the URL filled in", async () => {
    expect(await blocks("https://dns.example.com/dns-query")).toEqual([
      "https://dns.example.com/dns-query",
      "https://dns.example.com/dns-query",
      "https://dns.example.com/dns-query{?dns}",
      "https://dns.example.com/dns-query{?dns}",
      "&lt;key&gt;PayloadType&lt;/key&gt;&lt;string&gt;com.apple.dnsSettings.managed&lt;/string&gt;\n" +
        "&lt;key&gt;DNSSettings&lt;/key&gt;\n&lt;dict&gt;\n  &lt;key&gt;DNSProtocol&lt;/key&gt;&lt;string&gt;HTTPS&lt;/string&gt;\n" +
        "  &lt;key&gt;ServerURL&lt;/key&gt;&lt;string&gt;https://dns.example.com/dns-query&lt;/string&gt;\n&lt;/dict&gt;",
      "curl --doh-url &#39;https://dns.example.com/dns-query&#39; https://www.example.com/\n" +
        "curl &#39;https://dns.example.com/resolve?name=www.example.com&amp;type=AAAA&#39;",
      "kdig @dns.example.com +https=/dns-query www.example.com AAAA",
    ]);
  });

  test("keeps a token and a port", async () => {
    const all = await blocks("https://[2001:db8::1]:8443/dns-query/t-1");
    expect(all.at(-1)).toBe("kdig @2001:db8::1 -p 8443 +https=/dns-query/t-1 www.example.com AAAA");
    expect(all.at(-2)).toContain("https://[2001:db8::1]:8443/resolve/t-1?name=");
  });

  test("escapes what is in the URL", async () => {
    const text = await page("https://dns.example.com/dns-query/'&x");
    expect(text).not.toContain("'&x");
    expect(text).toContain("https://dns.example.com/dns-query/&#39;&amp;x");
  });

  test.each([
    { url: "http://127.0.0.1:8053/dns-query", warns: true },
    { url: "https://dns.example.com/dns-query", warns: false },
  ])("warns where browsers will not go: $url", async ({ url, warns }) => {
    expect((await page(url)).includes("over <b>https</b> only")).toBe(warns);
  });

  test("loads nothing, runs nothing and tells nobody of its URL", async () => {
    const { headers } = setupPage("https://dns.example.com/dns-query", "https://dns.example.com/resolve");
    expect(Object.fromEntries(headers)).toEqual({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      vary: "Accept",
      "x-content-type-options": "nosniff",
    });
    expect(await page("https://dns.example.com/dns-query")).not.toMatch(/<(script|link|img|style)|\b(src|href)=/);
  });
});
