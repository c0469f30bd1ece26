import type { CallPort } from '#calls/call.ts'
import { getUserConfig } from '#calls/shell.calls.ts'
import type { PublicSite } from '#schemas'
import type { PageTexts } from '../page/page-texts.ts'
import type { CreateProvider } from './captcha-provider.ts'
import { type CaptchaService, createCaptchaService } from './captcha-service.ts'
import { captchaStage } from './captcha-stage.ts'
import { createFrameProvider } from './frame.provider.ts'
import { createPuzzleProvider } from './puzzle.provider.ts'
import { createWorkProvider } from './work.provider.ts'

export interface PageCaptchaPorts {
  readonly site: PublicSite
  readonly language: string
  readonly call: CallPort
  readonly texts: PageTexts
}

/** The captcha of a page with every built-in provider. */
export async function createPageCaptcha({ site, language, call, texts }: PageCaptchaPorts): Promise<CaptchaService> {
  await texts.need(['captcha'])
  const { t } = texts
  const frameTitle = () => t('captcha.title')
  const puzzleTexts = () => ({
    hint: t('captcha.puzzle_hint'),
    slider: t('captcha.puzzle_slider'),
    value: t('captcha.puzzle_value', { degrees: '{{degrees}}' }),
    check: t('captcha.puzzle_check'),
    another: t('captcha.puzzle_another'),
    instead: t('captcha.puzzle_instead'),
    working: t('captcha.puzzle_working'),
    wrong: t('captcha.puzzle_wrong'),
    loading: t('captcha.puzzle_loading'),
  })
  const framed: CreateProvider = (ports) => createFrameProvider({ ...ports, frameTitle })
  return createCaptchaService({
    config: site.config.captcha,
    language,
    call,
    stage: captchaStage,
    onDismissed: (listener) => {
      captchaStage.onDismissed = listener
    },
    askSwitch: async () => (await call(getUserConfig, {})).captcha,
    providers: {
      custom: createWorkProvider,
      puzzle: (ports) => createPuzzleProvider({ ...ports, texts: puzzleTexts }),
      google: framed,
      hcaptcha: framed,
      hunt: framed,
    },
  })
}
