import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const QrCode = lazy(async () => ({ default: (await import('../../ui/text/qr-code.tsx')).QrCode }))

/** A QR code of the side bar, drawn in the browser to save two kilobytes per page. A path is completed with the current origin. */
export function SiteQr({ label, content }: { label: string; content: string }) {
  const [origin, setOrigin] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  // The drawing code is loaded only when the QR code becomes visible.
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      setOrigin(window.location.origin)
    })
    if (container.current) observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  return (
    <figure>
      <div ref={container} style={{ width: 128, height: 128 }}>
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
