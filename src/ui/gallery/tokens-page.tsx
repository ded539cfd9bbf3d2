import type { CSSProperties, ReactNode } from 'react'
import { Tag } from '../text/tag.tsx'
import css from './gallery.module.css'
import { phases, sizes, spaces, swatches } from './token-names.ts'

/** The look on one page: every colour, size and distance of tokens.css, as it is in the theme that is shown. */
export function TokensGallery() {
  return (
    <main
      className="page stack"
      style={{ '--gap': 'var(--space-24)', paddingBlock: 'var(--space-24)' } as CSSProperties}
    >
      <h1>设计变量</h1>
      <Group title="字号（六级）">
        {sizes.map((size) => (
          <p
            key={size}
            className={css.type}
            style={{ fontSize: `var(--text-${size})`, lineHeight: `var(--lead-${size})` }}
          >
            {size} 样品已收到，2 件，¥1,280.50
          </p>
        ))}
      </Group>
      <Group title="间距（八级）">
        {spaces.map((space) => (
          <span key={space} className={css.token}>
            <span className={css.bar} style={{ width: `var(--space-${space})` }} />
            {space}
          </span>
        ))}
      </Group>
      <Group title="订单阶段（色觉障碍者也能区分）">
        {phases.map(({ tone, label }) => (
          <span key={tone} className={css.token}>
            <span className={css.swatch} style={{ background: `var(--phase-${tone})` }} />
            <Tag tone={tone}>{label}</Tag>
          </span>
        ))}
      </Group>
      {swatches.map(({ title, names }) => (
        <Group key={title} title={title}>
          <ul role="list" className={css.tokens} style={{ flex: '1 1 100%' }}>
            {names.map((name) => (
              <li key={name} className={css.token}>
                <span className={css.swatch} style={{ background: `var(--${name})` }} />
                {name}
              </li>
            ))}
          </ul>
        </Group>
      ))}
      <Group title="圆角与阴影">
        {['radius-2', 'radius-6', 'radius-10'].map((name) => (
          <span key={name} className={css.token}>
            <span className={css.box} style={{ borderRadius: `var(--${name})` }} />
            {name}
          </span>
        ))}
        {['shadow-1', 'shadow-2'].map((name) => (
          <span key={name} className={css.token}>
            <span className={css.box} style={{ background: 'var(--paper-0)', boxShadow: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Group>
    </main>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} data-picture={title} className={css.sample}>
      <h2>{title}</h2>
      <div className={css.states}>{children}</div>
    </section>
  )
}
