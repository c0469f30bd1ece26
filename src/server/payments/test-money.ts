import type { SiteConfig } from '#schemas'

/** A configuration without the methods of the built-in provider: nobody pays by test money where it is not asked for. */
export function withoutTestMoney<Config extends Pick<SiteConfig, 'payments'>>(config: Config): Config {
  const { methods, providers } = config.payments
  const kept = Object.entries(methods).filter(([, { provider }]) => providers[provider]?.kind !== 'simulated')
  return { ...config, payments: { ...config.payments, methods: Object.fromEntries(kept) } }
}
