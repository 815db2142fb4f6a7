import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          include: ["test/{unit,conformance,property,simulation,house}/**/*.test.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              // The endpoints of the tests are on loopback.
              bindings: { ALLOW_PRIVATE_TARGETS: "true" },
              // Under a name of its own: most tests ask more than it allows.
              ratelimits: { TWO_A_MINUTE: { namespace_id: "1", simple: { limit: 2, period: 60 } } },
            },
          }),
        ],
        test: {
          name: "workers",
          include: ["test/workers/**/*.test.ts"],
          globalSetup: ["./test/workers/support/servers.ts"],
        },
      },
    ],
  },
});
