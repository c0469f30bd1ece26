/** First segments of paths that are calls, assets or probes and never pages: everything outside `/{lng}/…`. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'web-api',
  'api',
  'api-v3',
  'account',
  'user',
  'oauth',
  'socauth',
  'sms-auth',
  'session-api',
  'service-api',
  'frontend-api',
  'seo-module-api',
  'translation-api',
  'analytics-api',
  'genfiles',
  'schemas',
  'assets',
  'theme',
  'brand',
  'dictionaries',
  'captcha',
  'puzzle-api',
  'hd-api',
  'studio-api',
  'studio-assets',
  'outbox',
  'ws',
  'healthz',
  'readyz',
  'status',
  'metrics',
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'sitemaps',
  'manifest.webmanifest',
  'service-worker.js',
  'app',
  'statistics-widget.js',
  'site-frame.js',
  '.well-known',
])

/** Path of the page that says which parts of the site work: the engine's own, without a language in its path, and open to links. */
export const STATUS_PATH = '/status'

/** Whether a path belongs to calls, assets or probes rather than to pages: `/web-api/user/…` → true, `/ru/line` → false. */
export function isReservedPath(path: string): boolean {
  return RESERVED_SEGMENTS.has(path.split(/[/?#]/)[1] ?? '')
}
