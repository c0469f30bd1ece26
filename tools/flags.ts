/** The pictures of flags as files of the page: what the package circle-flags has, under the names that the page asks for. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { hasFlag } from '../machines/site/tables/country-name.rules.ts'
import { COUNTRY_CODES } from '../machines/site/tables/country-table.ts'
import { FLAG_FILES } from '../machines/site/tables/flag-files.ts'

const folder = join(createRequire(import.meta.url).resolve('circle-flags/package.json'), '../flags')

/** Adds a picture for each flag of the country table to a build, and serves them where pages are made while they are asked for, as in
 *  Storybook. */
export function flags(): Plugin {
  const codes = [...COUNTRY_CODES.values()].filter(hasFlag)
  const names = new Map(codes.map((code) => [`${FLAG_FILES}${code}.svg`, join(folder, `${code}.svg`)]))
  return {
    name: 'livery:flags',
    generateBundle() {
      for (const [name, file] of names)
        this.emitFile({ type: 'asset', fileName: name.slice(1), source: readFileSync(file) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = names.get(request.url ?? '')
        if (file === undefined) return next()
        response.setHeader('content-type', 'image/svg+xml').end(readFileSync(file))
      })
    },
  }
}
