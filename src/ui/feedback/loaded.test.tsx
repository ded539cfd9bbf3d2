import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Loaded } from './loaded.tsx'

const shown = (error: string) =>
  renderToStaticMarkup(
    <Loaded
      of={{
        data: undefined,
        error: Object.assign(new Error('日期格式不正确'), { error }),
        isFetching: false,
        refetch: () => 0,
      }}
    >
      {() => null}
    </Loaded>,
  )

it('[Q-167] a refusal that would be the same again is shown without a button to try again', () => {
  for (const error of ['invalid', 'notFound', 'forbidden']) {
    expect(shown(error)).toContain('日期格式不正确')
    expect(shown(error)).not.toContain('重试')
  }
  expect(shown('network')).toContain('重试')
})
