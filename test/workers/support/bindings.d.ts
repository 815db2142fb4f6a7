/** Types `env` of `cloudflare:workers` as what `wrangler.toml` binds, and `vitest.config.ts` besides. */
declare namespace Cloudflare {
  interface Env extends FairleadEnv {
    readonly TWO_A_MINUTE: RateLimit;
  }
}
type FairleadEnv = import("../../../src/store/env.ts").Env;
