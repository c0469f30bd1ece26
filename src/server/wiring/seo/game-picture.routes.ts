import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { LINE_FEED } from '#calls/feed.calls.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import type { BoardGame } from '#schemas'
import type { GamePictureWords } from '#server/content/game-picture.rules.ts'
import { createGamePictures } from '#server/content/game-picture.ts'
import type { CallScope } from '../http/call-scope.ts'
import { DATA_POLICY } from '../http/security-headers.ts'
import type { CrawlerFilesPorts } from './seo.routes.ts'

/** An hour: a start that is moved makes another picture at the next address of the same name. */
const KEPT = 'public, max-age=3600'
const FILE = /^([1-9]\d{0,15})\.png$/

/** The address of a game's picture, from the root. */
export function gamePicturePath(language: string, gameId: number | string): string {
  return `/genfiles/social/${language}/${gameId}.png`
}

/** Serves the pictures of games that shared links show (SEO-16). Pages of other sites may show them. */
export function registerGamePictures(app: FastifyInstance, ports: Pick<CrawlerFilesPorts, 'scopeOf' | 'callIn'>): void {
  const pictures = createGamePictures()
  app.get<{ Params: { language: string; file: string } }>(
    '/genfiles/social/:language/:file',
    async (request, reply) => {
      const scope = await ports.scopeOf(request, reply)
      const { site } = scope
      const { language, file } = request.params
      const gameId = Number(FILE.exec(file)?.[1] ?? 0)
      if (!gameId || !site.languages.includes(language) || !site.config.seo.isGameImageMade)
        throw new AppError('route.not_found')
      const call = ports.callIn({ ...scope, language, player: null })
      const { game } = await call(LINE_FEED.gameEvents, { query: { gameId, lng: language } })
      const png = await pictures.picture(site, wordsOf(scope, language, game))
      if (!png) throw new AppError('route.not_found')
      return reply
        .type('image/png')
        .headers({
          'content-security-policy': DATA_POLICY,
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': KEPT,
        })
        .send(png)
    },
  )
}

function wordsOf({ site }: CallScope, language: string, game: BoardGame): GamePictureWords {
  const { global } = site.config
  const own = global.languages[language]
  const format = { language: own ?? { locale: language, hasEnglishDates: true }, timeZone: global.timeZone }
  const { withYear } = global.dateFormats
  return {
    brand: site.manifest.name,
    championship: game.champName,
    sides: game.participants.slice(0, 2).map(({ name }) => name),
    start: game.hasStartTime ? formatInstant(Date.parse(game.startsAt), withYear, format) : game.startsAt.slice(0, 10),
    direction: own?.direction ?? 'ltr',
  }
}
