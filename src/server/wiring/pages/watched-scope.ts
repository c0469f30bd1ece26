import type { CallScope } from '../http/call-scope.ts'

/** What a scope says of a page that all guests share: it follows from the brand, the address, the language and the country. */
const SHARED: ReadonlySet<keyof CallScope> = new Set(['site', 'language', 'country', 'origin', 'log', 'player'])

/** A scope that remembers whether anything of the visitor's own was read. */
export interface WatchedScope {
  readonly scope: CallScope
  /** True once the visitor's address, browser, cookies or headers were read, or an answer to them alone was set. */
  readonly isVisitors: () => boolean
}

/** Watches what a page is made of. Whatever a scope has, now or later, is the visitor's own if it is not named above. */
export function watchScope(scope: CallScope): WatchedScope {
  let isVisitors = scope.player !== null
  const watched = new Proxy(scope, {
    get: (target, name, receiver) => {
      if (!SHARED.has(name as keyof CallScope)) isVisitors = true
      return Reflect.get(target, name, receiver)
    },
    has: (target, name) => {
      if (!SHARED.has(name as keyof CallScope)) isVisitors = true
      return Reflect.has(target, name)
    },
    ownKeys: (target) => {
      isVisitors = true
      return Reflect.ownKeys(target)
    },
  })
  return { scope: watched, isVisitors: () => isVisitors }
}
