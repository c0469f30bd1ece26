import { join } from 'node:path'
import type { Environment } from '#schemas'
import type { KeyRing } from '#server/account/secrets/key-ring.ts'
import { forStudio } from '../../db/for-studio.ts'
import type { OpenDatabase } from '../../db/open-database.ts'
import type { SecretLookup } from '../../site/brands/brand-secrets.ts'
import { type BrandStore, ENGINE_BASE } from '../../site/brands/brand-store.ts'
import { LOCAL_DRAFTS } from '../../site/brands/reserved-names.ts'
import { createDraftSites } from '../../studio/drafts/draft-sites.ts'
import { createDrafts } from '../../studio/drafts/drafts.service.ts'
import { withPreviews } from '../../studio/drafts/previewed-brands.ts'
import { createBrandLife } from '../../studio/life/brand-life.ts'
import { createBrandPictures } from '../../studio/pictures/brand-pictures.ts'
import type { StudioPorts } from '../../studio/studio-ports.ts'
import type { StudioHandler } from '../../studio/studio-scope.ts'
import type { BuiltPages } from '../pages/page-bundle.ts'
import { styleUrl } from '../pages/style-sheet.ts'
import type { Rounds } from '../rounds.ts'
import { draftFiles, draftHandlers } from './draft.handlers.ts'
import { lifeHandlers, pictureHandlers } from './life.handlers.ts'
import { makingHandlers } from './making.handlers.ts'
import { createScheduleRounds } from './schedule-rounds.ts'
import type { StudioFileRoute } from './studio-files.ts'
import { studioHosts } from './studio-hosts.ts'
import { trialFiles, trialHandlers } from './trial.handlers.ts'

export interface DraftWiringPorts {
  readonly environment: Pick<Environment, 'LIVERY_MODE' | 'LIVERY_STUDIO_HOSTS' | 'LIVERY_PREVIEW_DOMAIN'>
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly brandsDir: string
  /** The folder of what the server keeps; drafts lie in a folder of it. */
  readonly dataDir: string
  readonly keyRing: KeyRing
  readonly secretOf: SecretLookup
  readonly pages: Pick<BuiltPages, 'manifest'>
  readonly clock: () => Date
  readonly log: StudioPorts['log']
}

/** Drafts and revisions of brands, as the server serves them. */
export interface DraftWiring {
  /** The brands with the sites of drafts beside them. */
  readonly brands: BrandStore
  readonly handlers: readonly StudioHandler[]
  readonly files: readonly StudioFileRoute[]
  /** Finishes publications that a crash has cut short; to be awaited before the first page is served. */
  readonly settle: () => Promise<unknown>
  /** Publishes what is planned when it is due. */
  readonly rounds: Rounds
  /** Ends the server and the browser of pictures that are still open. */
  readonly closePictures: () => Promise<void>
  /** Where previews are beside those of this machine, as a content security policy writes sources. */
  readonly previews: readonly string[]
}

const DRAFTS_FOLDER = 'drafts'

/** Joins the drafts and revisions of brands with the pages that show them. */
export function createDraftWiring(given: DraftWiringPorts): DraftWiring {
  const { environment, database, brands, brandsDir, dataDir, keyRing, secretOf, clock, log, pages } = given
  const domain = environment.LIVERY_PREVIEW_DOMAIN ?? LOCAL_DRAFTS
  const draftsDir = join(dataDir, DRAFTS_FOLDER)
  const hosts = studioHosts(environment)
  const ports: StudioPorts = {
    ...{ door: forStudio(database.db), brandsDir, baseDir: ENGINE_BASE, draftsDir, clock, log },
    studioHosts: hosts,
  }
  const drafts = createDrafts(ports)
  const sites = createDraftSites({ brands, draftsDir, secretOf, studioHosts: hosts })
  const life = createBrandLife({ ...ports, drafts })
  const pictures = createBrandPictures()
  const names = { ring: keyRing, domain }
  return {
    brands: withPreviews(brands, sites, names),
    handlers: [
      ...draftHandlers({
        ...{ ...ports, drafts, sites, names },
        styleOf: (site) => styleUrl(site, pages),
      }),
      ...trialHandlers({ sites, clock }),
      ...lifeHandlers(life),
      ...pictureHandlers({ life, pictures, brandsDir, baseDir: ENGINE_BASE }),
      ...makingHandlers({ ...ports, revisions: life }),
    ],
    files: [...draftFiles({ sites }), ...trialFiles({ sites, clock })],
    settle: () => life.settle(),
    rounds: createScheduleRounds({ life, log }),
    closePictures: pictures.close,
    previews: environment.LIVERY_PREVIEW_DOMAIN === undefined ? [] : [`https://*.${domain}`],
  }
}
