/**
 * The page for people who open the resolver's URL in a browser: how to use it, with that very URL filled in. No script,
 * nothing loaded, nothing kept, and no Referer that would carry a token in the path to another site.
 */

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept",
};

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes the page of the DoH URL that was opened; `jsonUrl` is where the same questions are answered in JSON. */
export function setupPage(dohUrl: string, jsonUrl: string): Response {
  const { host, hostname, port, pathname, protocol } = new URL(dohUrl);
  const at = `@${hostname.replace(/[[\]]/g, "")}${port === "" ? "" : ` -p ${port}`}`;
  const template = `${dohUrl}{?dns}`;
  const insecure =
    protocol === "https:"
      ? ""
      : "<p>Browsers, kdig and curl's --doh-url ask over <b>https</b> only: this URL is for tests on your own machine.</p>\n";
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>DNS over HTTPS at ${escaped(host)}</title>
<h1>DNS over HTTPS</h1>
<p>This is a resolver for browsers and other programs. Its URL:</p>
<pre>${escaped(dohUrl)}</pre>
${insecure}<h2>Firefox</h2>
<p>Settings, Privacy &amp; Security, DNS over HTTPS: choose <b>Max Protection</b>, provider <b>Custom</b>, and enter</p>
<pre>${escaped(dohUrl)}</pre>
<h2>Chrome, Brave</h2>
<p>Settings, Privacy and security, Security, <b>Use secure DNS</b>: add a custom provider and enter</p>
<pre>${escaped(template)}</pre>
<h2>Edge</h2>
<p>Settings, Privacy, search, and services, Security, <b>Use secure DNS</b>: choose a service provider and enter</p>
<pre>${escaped(template)}</pre>
<h2>Safari</h2>
<p>Safari asks what macOS or iOS asks: install a configuration profile with a <b>DNS Settings</b> payload that says</p>
<pre>${escaped(appleSettings(dohUrl))}</pre>
<h2>curl</h2>
<pre>${escaped(`curl --doh-url '${dohUrl}' https://www.example.com/
curl '${jsonUrl}?name=www.example.com&type=AAAA'`)}</pre>
<h2>kdig</h2>
<pre>${escaped(`kdig ${at} +https=${pathname} www.example.com AAAA`)}</pre>
</html>
`;
  return new Response(page, { headers: HEADERS });
}

/** The payload com.apple.dnsSettings.managed of Apple's device management. */
function appleSettings(dohUrl: string): string {
  return `<key>PayloadType</key><string>com.apple.dnsSettings.managed</string>
<key>DNSSettings</key>
<dict>
  <key>DNSProtocol</key><string>HTTPS</string>
  <key>ServerURL</key><string>${escaped(dohUrl)}</string>
</dict>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
