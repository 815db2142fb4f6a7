/** Types `env` of `cloudflare:workers` as what `wrangler.toml` binds. */
declare namespace Cloudflare {
  interface Env extends FairleadEnv {}
}
type FairleadEnv = import("../../../src/store/env.ts").Env;
