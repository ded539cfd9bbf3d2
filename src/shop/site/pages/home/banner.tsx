import { startTransition, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { OutputOf } from '../../../../platform/contract/call.ts'
import { Button, ButtonLink } from '../../../../ui/inputs/button.tsx'
import type { webIndex } from '../../../articles/contract.ts'
import { Picture } from '../../../media/figure.tsx'
import { bannerTarget } from '../../../articles/rules.ts'
import css from './banner.module.css'

type Slide = OutputOf<typeof webIndex>['bannerArr'][number]

/** Each slide stays 5000 ms; the transition of 1500 ms (banner.module.css) comes before the next stay. */
const STAY_MS = 5000
const CHANGE_MS = 1500

/** All slides are in the HTML; hidden ones are inert. It advances by itself, except while paused, hovered or focused. */
export function Banner({ slides }: { slides: readonly Slide[] }) {
  const { current, show, playing, setPlaying, hold, hydrated } = useRotation(slides.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause it
    <section
      aria-roledescription="轮播"
      aria-label="推荐内容"
      className={css.banner}
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      {slides.length > 1 && (
        <div className={`page ${css.controls}`}>
          <Button
            size="s"
            icon={playing ? 'pause' : 'play'}
            className={css.control}
            aria-label={playing ? '暂停轮播' : '继续轮播'}
            onClick={() => setPlaying(!playing)}
          />
          {slides.map((slide, index) => (
            <Button
              key={slide.title}
              size="s"
              className={css.dot}
              aria-label={`第 ${index + 1} 张，共 ${slides.length} 张`}
              aria-current={index === current}
              onClick={() => show(index)}
            />
          ))}
        </div>
      )}
      <div className={css.slides} aria-live={playing ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <div
            key={slide.title}
            role="group"
            aria-roledescription="幻灯片"
            aria-label={`${index + 1} / ${slides.length}`}
            inert={index !== current}
            data-current={index === current}
            className={css.slide}
          >
            <SlideContent slide={slide} seed={index + 1} drawn={index === 0 || hydrated} />
          </div>
        ))}
      </div>
    </section>
  )
}

/** Pictures of the later slides are loaded by JavaScript, because without it they are never shown; their space is reserved. */
function SlideContent({ slide, seed, drawn }: { slide: Slide; seed: number; drawn: boolean }) {
  const target = bannerTarget(slide.redirect)
  return (
    <div className={`page ${css.content}`}>
      <div className={css.text}>
        <p className={css.title}>{slide.title}</p>
        <p className={css.description}>{slide.description}</p>
        {target && (
          <ButtonLink to={target.href} variant="cta" aria-label={`了解详情：${slide.title}`}>
            了解详情
          </ButtonLink>
        )}
      </div>
      <div className={css.picture}>
        {drawn && <Picture img={slide.img} figure={slide.figure} name={slide.title} seed={seed} lazy={seed > 1} />}
      </div>
    </div>
  )
}

/** The rest of the first stay when hydration begins. */
export function firstStayMs(sinceLoad: number): number {
  return Math.max(0, STAY_MS - sinceLoad)
}

/** 0 while the page is still loading. */
function sinceLoadMs(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.loadEventEnd ? performance.now() - navigation.loadEventEnd : 0
}

function useRotation(count: number) {
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [hydrated, setHydrated] = useState(false)
  const [held, setHeld] = useState({ pointer: false, focus: false, hidden: false })
  const changed = useRef(false)
  const isFirstPage = useLocation().key === 'default'
  const stay = useRef<number>(undefined)
  useEffect(() => {
    // Rendered in idle time: these slides are not visible for the first five seconds.
    startTransition(() => setHydrated(true))
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false)
    const onVisibility = () => setHeld((now) => ({ ...now, hidden: document.hidden }))
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
  const still = !playing || held.pointer || held.focus || held.hidden || count < 2
  useEffect(() => {
    // The first stay began with the load event, not with hydration.
    stay.current = stay.current === undefined && isFirstPage ? firstStayMs(sinceLoadMs()) : STAY_MS
    if (still) return
    const timer = setTimeout(
      () => {
        changed.current = true
        setCurrent((current + 1) % count)
      },
      changed.current ? CHANGE_MS + STAY_MS : stay.current,
    )
    return () => clearTimeout(timer)
  }, [current, count, still, isFirstPage])
  return {
    current,
    show: setCurrent,
    playing,
    setPlaying,
    /** The page is hydrated. */
    hydrated,
    hold: (what: 'pointer' | 'focus', on: boolean) => setHeld((now) => ({ ...now, [what]: on })),
  }
}
