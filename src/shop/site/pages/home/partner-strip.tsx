import { type CSSProperties, useState } from 'react'
import type { OutputOf } from '../../../../platform/contract/call.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import type { webIndex } from '../../../articles/contract.ts'
import { Photograph } from '../../../media/figure.tsx'
import { HomeSection } from './home-section.tsx'
import css from './partner-strip.module.css'

type Partner = OutputOf<typeof webIndex>['partnerArr'][number]

/** A group of four logos takes 10000 ms, without stopping. */
const GROUP = 4
const GROUP_MS = 10_000

/** Scrolls by CSS alone; JavaScript is needed only for the pause button. */
export function PartnerStrip({ partners }: { partners: readonly Partner[] }) {
  const [paused, setPaused] = useState(false)
  const style = { '--run': `${(Math.max(partners.length, GROUP) / GROUP) * GROUP_MS}ms` } as CSSProperties
  return (
    <HomeSection title="合作单位" height={{ phone: 11, desk: 11 }}>
      {/* With reduced motion it is a scrolling region, which must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={css.strip} role="group" aria-label="合作单位标志" tabIndex={0} data-paused={paused} style={style}>
        <div className={css.track}>
          <Logos partners={partners} />
          <Logos partners={partners} again />
        </div>
      </div>
      <div className={css.control}>
        <Button size="s" icon={paused ? 'play' : 'pause'} onClick={() => setPaused(!paused)}>
          {paused ? '继续滚动' : '暂停滚动'}
        </Button>
      </div>
    </HomeSection>
  )
}

/** The second run closes the loop; it is hidden from assistive technology. */
function Logos({ partners, again }: { partners: readonly Partner[]; again?: boolean }) {
  return (
    <ul role="list" className={css.logos} aria-hidden={again} inert={again}>
      {partners.map(({ name, img }) => (
        <li key={name} className={css.logo}>
          {img === '' ? name : <Photograph img={img} alt={name} sizes="160px" lazy width={160} height={48} />}
        </li>
      ))}
    </ul>
  )
}
