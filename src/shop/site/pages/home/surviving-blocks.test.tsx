import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SurvivingBlocks } from './surviving-blocks.tsx'

function Broken(): never {
  throw new Error('a figure that cannot be drawn')
}

it('[H-12] a block that throws while it is rendered is left out, the others stay and the error is reported', async () => {
  const reported: unknown[] = []
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <main>
        <SurvivingBlocks>
          <p>before</p>
          <section>
            half of it
            <Broken />
          </section>
          {false}
          <p>after</p>
        </SurvivingBlocks>
      </main>,
      {
        onAllReady: () => {
          const body = new PassThrough()
          text(body).then(resolve, reject)
          pipe(body)
        },
        onShellError: reject,
        onError: (error) => {
          reported.push(error)
        },
      },
    )
  })
  expect(html).toContain('<p>before</p>')
  expect(html).toContain('<p>after</p>')
  expect(html).not.toContain('half of it')
  expect(reported).toEqual([new Error('a figure that cannot be drawn')])
})
