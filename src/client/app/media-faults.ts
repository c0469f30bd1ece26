import { report } from '../page/report.ts'

/** Watches the pictures of the page: one that fails to load is reported and replaced, and the page carries on (I18N-16,
 * I18N-17).
 *  @param fallbackImage address of the replacement picture */
export function watchPictures(fallbackImage: string): void {
  const replace = (image: HTMLImageElement) => {
    const missing = image.currentSrc || image.src
    if (missing.endsWith(fallbackImage)) return
    report('picture.missing', { picture: missing })
    for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
    image.src = fallbackImage
  }
  const listen = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) replace(target)
  }
  document.addEventListener('error', listen, true)
  for (const image of document.images) if (image.complete && image.naturalWidth === 0 && image.src) replace(image)
}
