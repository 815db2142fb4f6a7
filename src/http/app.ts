/**
 * Every path but DNS over HTTPS, by Hono: the admin API behind its tokens, and the health of the Worker itself.
 * Built at the first such request: most isolates only ever answer DNS.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Env } from "../store/env.ts";
import { createResolver } from "../store/resolver.ts";
import { createHosts } from "../upstream/hosts.ts";
import { explanationOf } from "./api-explain.ts";
import { healthOf } from "./api-health.ts";
import { nothingAt, override, release, status } from "./api-orders.ts";
import { authorise, type Right } from "./auth.ts";
import { errorOf } from "./json.ts";

interface App {
  Bindings: Env;
  Variables: {
    /** Whose token the request carries. */
    operator: string;
  };
}

const READ_ONLY_PATHS = ["/healthz", "/api/health", "/api/explain"];
const ORDER_PATHS = ["/api/checks/:zone/:name/override", "/api/checks/:zone/:name/status", "/api/release"];

let app: Hono<App> | null = null;

/** Answers a request to any path but the DoH one. */
export function handleOther(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
  app ??= buildApp();
  return app.fetch(request, env, ctx);
}

function buildApp(): Hono<App> {
  const built = new Hono<App>();
  const resolverOf = (context: Context<App>) => createResolver(context.env, context.executionCtx, createHosts);
  built.get("/healthz", async (context) => {
    const isReady = await resolverOf(context).isReady();
    return context.text(isReady ? "ok" : "no catalog", isReady ? 200 : 503, { "Cache-Control": "no-store" });
  });
  // Before any path or method is looked at: what there is, is told to those who may know.
  built.use("/api/*", requires("read"));
  built.get("/api/health", (context) => healthOf(context.req.raw, context.env, resolverOf(context)));
  built.get("/api/explain", (context) => explanationOf(context.req.raw, context.env, resolverOf(context)));
  built.post("/api/checks/:zone/:name/override", requires("write"), ({ req, env, var: { operator } }) =>
    override(req.raw, env, operator),
  );
  built.post("/api/checks/:zone/:name/status", requires("write"), ({ req, env }) => status(req.raw, env));
  built.post("/api/release", requires("write"), ({ req, env }) => release(req.raw, env));
  for (const path of READ_ONLY_PATHS) {
    built.all(path, () => errorOf(405, "Only GET and HEAD are allowed here.", { Allow: "GET, HEAD" }));
  }
  for (const path of ORDER_PATHS) {
    built.all(path, () => errorOf(405, "Only POST is allowed here.", { Allow: "POST" }));
  }
  built.all("/api/checks/*", (context) => errorOf(404, nothingAt(context.req.raw)));
  built.notFound(() => errorOf(404, "There is nothing here."));
  built.onError((error) => {
    // The one place that answers for bugs is the Worker's entry.
    throw error;
  });
  return built;
}

/** Lets a request pass that carries a token with the right. */
function requires(right: Right): MiddlewareHandler<App> {
  return async (context, next) => {
    const authorisation = await authorise(context.req.raw, context.env, right);
    switch (authorisation.kind) {
      case "granted":
        context.set("operator", authorisation.name);
        return next();
      case "absent":
        return context.notFound();
      case "unknown":
        return errorOf(401, "A token is needed: Authorization: Bearer TOKEN.", { "WWW-Authenticate": "Bearer" });
      case "forbidden":
        return errorOf(403, `The token of "${authorisation.name}" lacks the right "${right}".`);
      default:
        return authorisation satisfies never;
    }
  };
}
