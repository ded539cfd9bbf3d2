import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const QrCode = lazy(async () => ({ default: (await import('../../ui/qr-code.tsx')).QrCode }))

/** A QR code of the side bar. Drawn in the browser, so that no page carries its two kilobytes; a path becomes an address of the site as it is reached now. */
export function SiteQr({ label, content }: { label: string; content: string }) {
  const [origin, setOrigin] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  // What is drawn only when the code is looked at is not fetched by those who never do.
  useEffect(() => {
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watching.disconnect()
      setOrigin(window.location.origin)
    })
    if (place.current) watching.observe(place.current)
    return () => watching.disconnect()
  }, [])
  return (
    <figure>
      <div ref={place} style={{ width: 128, height: 128 }}>
        <Suspense>
          {origin !== undefined && (
            <QrCode text={content.startsWith('/') ? origin + content : content} label={`${label}二维码`} />
          )}
        </Suspense>
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
