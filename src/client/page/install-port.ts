/** The browser's own question whether the site is to be installed, which it lets the page ask once. */
export interface InstallQuestion extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

type Listener = () => void

/** What the page knows of installing itself: the browser may say that it can before any component is there, and the foot of the page
 *  offers what a later one does. */
function createInstallPort() {
  let question: InstallQuestion | null = null
  let canInstall = false
  let taker: Listener | null = null
  const listeners = new Set<Listener>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    /** Begins to listen to the browser, before anything is drawn. */
    watch: (): void => {
      window.addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault()
        question = event as InstallQuestion
        tell()
      })
    },
    hasQuestion: (): boolean => question !== null,
    /** The browser's question, which can be asked once. */
    takeQuestion: (): InstallQuestion | null => {
      const taken = question
      question = null
      return taken
    },
    canInstall: (): boolean => canInstall,
    /** Whether the site can be installed now, as the offer knows. */
    setPossible: (isPossible: boolean): void => {
      if (canInstall === isPossible) return
      canInstall = isPossible
      tell()
    },
    /** The visitor asks for the app. */
    want: (): void => taker?.(),
    /** The offer takes such wishes. @returns how it ends */
    attach: (next: Listener): Listener => {
      taker = next
      return () => {
        taker = null
      }
    },
    listen: (listener: Listener): Listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The one port of the page. */
export const installPort = createInstallPort()
