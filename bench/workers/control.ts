/** Fires the product's cron trigger, which `workerd serve` does not do by itself. */
interface ControlEnv {
  readonly PRODUCT: Fetcher & { scheduled(options: { cron: string }): Promise<{ outcome: string }> };
}

export default {
  async fetch(_request: Request, env: ControlEnv): Promise<Response> {
    const { outcome } = await env.PRODUCT.scheduled({ cron: "* * * * *" });
    return new Response(outcome);
  },
};
