import type { RouteId } from '#schemas'
import { fetchTwice } from '../../page/late/late-code.ts'
import type { Screen, ScreenFile, ScreenModule, ShownScreen } from '../../page/screen.ts'

/** This chunk's own address: the others lie beside it, on whichever host it came from. */
const HERE = import.meta.url

/** A screen and its place in the table. */
export interface LoadedRoute extends ScreenModule {
  readonly screen: Screen
}

/** Loads the screen of a route.
 *  @param first the screen that the page shows first: that one needs no list of all screens, whose names and chunks weigh as much as
 *    a page
 *  @throws Error when the file cannot be loaded or makes no such screen */
export async function loadScreenModule(routeId: RouteId, first?: ShownScreen): Promise<LoadedRoute> {
  const [screen, file] = await (first?.routeId === routeId ? loadShown(first) : loadListed(routeId))
  const { Screen, loadScreen } = screen.of === undefined ? file : (file.screenOf?.(screen.of) ?? {})
  if (!Screen || !loadScreen) throw new Error(`${screen.file} makes no screen ${screen.of ?? 'of its own'}`)
  return { screen, Screen, loadScreen }
}

async function loadShown(first: ShownScreen): Promise<readonly [Screen, ScreenFile]> {
  const load = (): Promise<ScreenFile> => import(/* @vite-ignore */ new URL(`../${first.chunk}`, HERE).href)
  return [first, await fetchTwice(load, isScreenFile)]
}

async function loadListed(routeId: RouteId): Promise<readonly [Screen, ScreenFile]> {
  const { SCREENS, SCREEN_FILES } = await fetchTwice(laterScreens, (file) => 'SCREEN_FILES' in file)
  const screen = SCREENS[routeId]
  const load = screen && SCREEN_FILES[`/${screen.file}`]
  if (!load)
    throw new Error(`${routeId} has no screen, or its file is not there: ${screen?.file ?? 'name it in screens.ts'}`)
  return [screen, await fetchTwice(load, isScreenFile)]
}

/** The list of all screens, which every page but the first needs: a chunk of its own, as is what loads their data. */
function laterScreens() {
  return import('./later-screens.ts')
}

/** What loads the data of screens. */
export function screenLoader() {
  return fetchTwice(loadLoader, (file) => 'loadScreen' in file)
}

function isScreenFile(file: object): boolean {
  return 'Screen' in file || 'screenOf' in file
}

const loadLoader = () => import('./screen-loader.ts')

/** Fetches both ahead, for the next page. Where that fails, that page asks for them again and says so. */
export async function fetchLaterScreens(): Promise<void> {
  await Promise.allSettled([laterScreens(), loadLoader()])
}
