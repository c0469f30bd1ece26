import type { ScreenFile } from '../../page/screen.ts'

/** The files of all screens, each loaded on first use. */
export const SCREEN_FILES = import.meta.glob<ScreenFile>(['/src/client/**/*Screen.tsx', '!**/ErrorScreen.tsx'])

export { SCREENS } from './screens.ts'
