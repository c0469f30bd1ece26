/** The Chromium of the npm package @sparticuz/chromium, for machines without one of their own: x64 Linux, a headless shell. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** Where a packaged Chromium is, and what its process finds its libraries, fonts and home by. */
export interface PackagedChromium {
  readonly executablePath: string
  readonly env: Readonly<Record<'LD_LIBRARY_PATH' | 'FONTCONFIG_PATH' | 'HOME', string>>
}

/** Archive of the package → folder that its files belong in; what draws belongs beside the program. */
const ARCHIVES = { 'al2023.tar.br': 'libraries', 'swiftshader.tar.br': '.', 'fonts.tar.br': 'fonts' }
/** The package's own file names folders of another machine. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Finds the folder of the package; null where it is not installed or has nothing for this machine. */
export function chromiumPackage(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    return join(dirname(entry), '..')
  } catch {
    return null
  }
}

/**
 * Unpacks the package's Chromium into `<cache>/<version>` unless it is there already, in one step: another process sees all of
 * it or nothing. Takes some seconds and 220 MB.
 * @param packageFolder folder of the package, with `bin` and `package.json`
 * @param cache folder of the unpacked versions
 * @throws Error of the file system or of a broken archive
 */
export async function unpackChromium(packageFolder: string, cache: string): Promise<PackagedChromium> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cache, version)
  if (!existsSync(folder)) await unpackInto(folder, join(packageFolder, 'bin'))
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'libraries/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: join(folder, 'home'),
    },
  }
}

async function unpackInto(folder: string, bin: string): Promise<void> {
  const { extract } = await import('tar-fs')
  await mkdir(dirname(folder), { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  const opened = (name: string) => createReadStream(join(bin, name))
  try {
    const program = createWriteStream(join(fresh, 'chromium'), { mode: 0o755 })
    const unpacked = await Promise.allSettled([
      pipeline(opened('chromium.br'), createBrotliDecompress(), program),
      ...Object.entries(ARCHIVES).map(([archive, into]) =>
        pipeline(opened(archive), createBrotliDecompress(), extract(join(fresh, into))),
      ),
    ])
    // Only now does nothing write into the folder any more, so that it can be removed.
    for (const part of unpacked) if (part.status === 'rejected') throw part.reason
    await writeFile(join(fresh, 'fonts/fonts.conf'), FONTS_CONF)
    await mkdir(join(fresh, 'home'))
    await chmod(fresh, 0o755)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error
  }
}
