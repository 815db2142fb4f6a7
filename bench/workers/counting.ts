/**
 * The product with its Durable Object bindings watched: calls of their stubs are counted, and the count is told in a
 * header of every reply. It serves the untimed run only, since a proxy in the path costs time.
 */
import worker from "../../src/worker.ts";

export * from "../../src/worker.ts";

let calls = 0;

/** Gives an object whose methods do as before, with `change` applied to what they return. */
function watch<T extends object>(watched: T, change: (returned: unknown, method: string) => unknown): T {
  return new Proxy(watched, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function" || typeof property === "symbol") return member;
      return (...args: unknown[]) => change(Reflect.apply(member, target, args), property);
    },
  });
}

const countCall = (returned: unknown): unknown => {
  calls += 1;
  return returned;
};

/** Watches the stubs that a namespace hands out. */
function watchNamespace<T extends object>(namespace: T): T {
  return watch(namespace, (returned, method) =>
    (method === "get" || method === "getByName") && typeof returned === "object" && returned !== null
      ? watch(returned, countCall)
      : returned,
  );
}

type Environment = Parameters<typeof worker.fetch>[1];

/** One object for all requests, as a runtime's environment is. */
let watched: Environment | null = null;

function watchedEnvironment(env: Environment): Environment {
  watched ??= { ...env, BOARD: watchNamespace(env.BOARD), PROBER: watchNamespace(env.PROBER) };
  return watched;
}

export default {
  async fetch(...[request, env, context]: Parameters<typeof worker.fetch>): Promise<Response> {
    const reply = await worker.fetch(request, watchedEnvironment(env), context);
    const told = new Response(reply.body, reply);
    told.headers.set("X-Calls", String(calls));
    return told;
  },
  scheduled: worker.scheduled,
};
