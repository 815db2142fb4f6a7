/** Where clients are, through `fairlead dev`: what Cloudflare tells of a connection, Client Subnets, and `places.csv`. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decode } from "dns-packet";
import { expect, test } from "vitest";
import { fairlead } from "./support/dev.ts";
import { devForTest, folderForTest } from "./support/for-test.ts";
import { until } from "./support/process.ts";

const ZONE = `zone: example.com
ttl: 5
records:
  geo:
    A:
      geolocation:
        - { id: germany, country: DE, values: [192.0.2.10] }
        - { id: others, default: true, values: [192.0.2.19] }
  net:
    A:
      ipBased:
        - { id: office, networks: [203.0.113.0/24], values: [192.0.2.40] }
        - { id: others, default: true, values: [192.0.2.49] }
`;

const PLACES = "block,continent,country,subdivision,latitude,longitude\n203.0.113.0/24,EU,DE,,,\n";

/** geo.example.com A and net.example.com A, with the ID 0. */
const GEO = "AAABAAABAAAAAAAAA2dlbwdleGFtcGxlA2NvbQAAAQAB";
const NET = "AAABAAABAAAAAAAAA25ldAdleGFtcGxlA2NvbQAAAQAB";

async function addressOf(url: string, dns: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}?dns=${dns}`, { headers });
  const [answer] = decode(Buffer.from(await response.arrayBuffer())).answers ?? [];
  return answer?.type === "A" ? answer.data : "";
}

/** The address and the CLIENT-SUBNET line that the project's own client prints. */
async function queried(url: string, name: string, subnet: string): Promise<readonly [address: string, subnet: string]> {
  const { stdout } = await fairlead(["query", name, "A", "--server", url, "--subnet", subnet]);
  const address = /^\S+\s+\d+\s+IN\s+A\s+(\S+)$/m.exec(stdout)?.[1] ?? "";
  return [address, /CLIENT-SUBNET: (\S+)/.exec(stdout)?.[1] ?? ""];
}

test("places come from the connection, networks from ECS, and places of networks from places.csv", async () => {
  const dir = await folderForTest();
  await writeFile(join(dir, "example.com.yaml"), ZONE);
  const dev = await devForTest([dir]);
  const blob = (cf: object) => ({ "MF-CF-Blob": JSON.stringify({ ...cf, clientAcceptEncoding: "" }) });
  expect(await addressOf(dev.url, GEO, blob({ country: "DE" }))).toBe("192.0.2.10");
  expect(await addressOf(dev.url, GEO, blob({ country: "AU" }))).toBe("192.0.2.19");
  expect(await addressOf(dev.url, GEO, {})).toBe("192.0.2.19");
  expect(await addressOf(dev.url, NET, { "CF-Connecting-IP": "203.0.113.77" })).toBe("192.0.2.40");
  expect(await addressOf(dev.url, NET, { "CF-Connecting-IP": "198.51.100.77" })).toBe("192.0.2.49");
  expect(await queried(dev.url, "net.example.com", "203.0.113.0/24")).toEqual(["192.0.2.40", "203.0.113.0/24/24"]);
  expect(await queried(dev.url, "geo.example.com", "203.0.113.0/24")).toEqual(["192.0.2.19", "203.0.113.0/24/0"]);

  await writeFile(join(dir, "places.csv"), PLACES);
  const placed = await until(3000, async () => {
    const [address, subnet] = await queried(dev.url, "geo.example.com", "203.0.113.0/24");
    return address === "192.0.2.10" ? subnet : undefined;
  });
  expect(placed).toBe("203.0.113.0/24/24");

  await rm(join(dir, "places.csv"));
  const gone = await until(3000, async () => {
    const [address, subnet] = await queried(dev.url, "geo.example.com", "203.0.113.0/24");
    return address === "192.0.2.19" ? subnet : undefined;
  });
  expect(gone).toBe("203.0.113.0/24/0");
});

test("check tells what is wrong with places.csv, and where", async () => {
  const dir = await folderForTest();
  await writeFile(join(dir, "example.com.yaml"), ZONE);
  await writeFile(join(dir, "places.csv"), `${PLACES}198.51.100.0/24,XX,DE,,,\n`);
  const { code, stdout } = await fairlead(["check", dir]);
  const file = join(dir, "places.csv");
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: `${file}:3:17: continent-unknown: "XX" is no continent; allowed are AF AN AS EU NA OC SA\n`,
  });
});
