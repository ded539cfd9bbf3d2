import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Card } from '../layout/card.tsx'
import { Loaded, PartRefusedToRole, RefusedToRole } from './loaded.tsx'

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

it('[Q-325] in the console, what is refused to a role names the role', () => {
  const failed = (error: string) => ({
    ...{ data: undefined, isFetching: false, refetch: () => 0 },
    error: Object.assign(new Error('没有权限进行此操作'), { error }),
  })
  const inConsole = (error: string) =>
    renderToStaticMarkup(
      <RefusedToRole value={<p>您现在的角色是财务</p>}>
        <Loaded of={failed(error)}>{() => null}</Loaded>
      </RefusedToRole>,
    )
  expect(inConsole('forbidden')).toBe('<p>您现在的角色是财务</p>')
  expect(inConsole('network')).toContain('重试')
})

it('[Q-370] a card whose call is refused to the role says so in a line, and not as a whole page', () => {
  const error = Object.assign(new Error('没有权限进行此操作'), { error: 'forbidden' })
  const loaded = <Loaded of={{ data: undefined, error, isFetching: false, refetch: () => 0 }}>{() => null}</Loaded>
  const shown = renderToStaticMarkup(
    <RefusedToRole value={<h1>页面</h1>}>
      <PartRefusedToRole value={<p>看不到这部分内容</p>}>
        {loaded}
        <Card title="备注">{loaded}</Card>
      </PartRefusedToRole>
    </RefusedToRole>,
  )
  expect(shown.match(/页面|看不到这部分内容/g)).toEqual(['页面', '看不到这部分内容'])
})
