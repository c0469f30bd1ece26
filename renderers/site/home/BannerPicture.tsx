/** A picture with its natural size in px, and another one for narrow screens. */
export interface ResponsivePicture {
  readonly src: string
  readonly width: number
  readonly height: number
  /** What is seen, for those who do not see it; empty for decoration. */
  readonly alt: string
  /** The picture on a device that is set to dark colours. */
  readonly darkSrc?: string | undefined
  readonly phone?: { readonly src: string; readonly width: number; readonly height: number } | undefined
}

/** Props of {@link BannerPicture}. */
export interface BannerPictureProps {
  readonly picture: ResponsivePicture
  readonly className?: string | undefined
  /** The picture is in sight when the page opens: it is fetched first. */
  readonly isFirst?: boolean
}

/** A picture that keeps its place before it is there, in the variant of the screen's width. */
export function BannerPicture({ picture, className, isFirst = false }: BannerPictureProps) {
  const { src, darkSrc, width, height, alt, phone } = picture
  return (
    <picture>
      {phone && <source media="(width < 640px)" srcSet={phone.src} width={phone.width} height={phone.height} />}
      {darkSrc && <source media="(prefers-color-scheme: dark)" srcSet={darkSrc} width={width} height={height} />}
      <img
        className={className}
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}
