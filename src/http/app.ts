/**
 * Every path but DNS over HTTPS, by Hono: the admin API behind its tokens, and the health of the Worker itself.
 * Built at the first such request: most isolates only ever answer DNS.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Env } from "../store/env.ts";
import { createResolver } from "../store/resolver.ts";
import { errorOf, explanationOf, healthOf } from "./api.ts";
import { authorise, type Right } from "./auth.ts";

type AppContext = Context<{ Bindings: Env }>;

let app: Hono<{ Bindings: Env }> | null = null;

/** Answers a request to any path but the DoH one. */
export function handleOther(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
  app ??= buildApp();
  return app.fetch(request, env, ctx);
}

function buildApp(): Hono<{ Bindings: Env }> {
  const built = new Hono<{ Bindings: Env }>();
  const resolverOf = (context: AppContext) => createResolver(context.env, context.executionCtx);
  built.get("/healthz", async (context) => {
    const isReady = await resolverOf(context).isReady();
    return context.text(isReady ? "ok" : "no catalog", isReady ? 200 : 503, { "Cache-Control": "no-store" });
  });
  // Before any path or method is looked at: what there is, is told to those who may know.
  built.use("/api/*", requires("read"));
  built.get("/api/health", (context) => healthOf(context.env));
  built.get("/api/explain", (context) => explanationOf(new URL(context.req.url).searchParams, resolverOf(context)));
  for (const path of ["/healthz", "/api/health", "/api/explain"]) {
    built.all(path, () => errorOf(405, "Only GET and HEAD are allowed here.", { Allow: "GET, HEAD" }));
  }
  built.notFound(() => errorOf(404, "There is nothing here."));
  built.onError((error) => {
    // The one place that answers for bugs is the Worker's entry.
    throw error;
  });
  return built;
}

/** Lets a request pass that carries a token with the right. */
function requires(right: Right): MiddlewareHandler<{ Bindings: Env }> {
  return async (context, next) => {
    const authorisation = await authorise(context.req.raw, context.env, right);
    switch (authorisation.kind) {
      case "granted":
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
