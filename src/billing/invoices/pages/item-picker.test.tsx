import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ItemPicker } from './item-picker.tsx'

const line = { orderNo: 'MX1', about: 'XRD', fundingNo: '', amountFen: 10_000, reddenedFen: 0, redAskedFen: 0 }
const shown = (amountFen: number | undefined, error?: string) =>
  renderToStaticMarkup(
    <ItemPicker
      month=""
      own={[line]}
      chosen={[{ orderNo: 'MX1', amountFen }]}
      onChange={() => undefined}
      at={(index) => ({
        name: `items.${index}.amountFen`,
        value: amountFen,
        set: () => undefined,
        ...(error && { error }),
      })}
    />,
  )

it('[Q-90] the amount of an order is a field of the form: its error stands at it, and what is typed is not replaced', () => {
  expect(shown(6000)).toMatch(/data-field="items\.0\.amountFen".*value="60"/)
  const html = shown(Number.NaN, '金额格式不正确')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/<input[^>]*value=""/)
  expect(html).toContain('金额格式不正确')
})
