import { renderToString } from 'react-dom/server'
import { afterAll, expect, it } from 'vitest'
import DrawnFigure from '../../shop/media/drawn-figure.tsx'
import { drawnBefore, Figure } from '../../shop/media/figure.tsx'
import { figureKindNames } from '../../shop/media/figure-rules.ts'
import { innerDrawing } from './kept-drawings.tsx'

afterAll(() => {
  delete drawnBefore.inner
})

it.each(figureKindNames)('a kept drawing of %s is what the browser would draw, whatever stands around it', (kind) => {
  drawnBefore.inner = innerDrawing
  const props = { figure: { kind }, name: '扫描电镜', seed: 7, title: '形貌' }
  const drawn = renderToString(<DrawnFigure {...props} />)
  expect(renderToString(<Figure {...props} />)).toBe(`<!--$-->${drawn}<!--/$-->`)
  expect(
    renderToString(
      <ul>
        <li>1</li>
        <li>
          <Figure {...props} />
        </li>
      </ul>,
    ),
  ).toContain(drawn)
})
