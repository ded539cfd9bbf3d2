import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { SiteFooter } from '../../../ui/shell/site-footer.tsx'
import { SiteSidebar } from '../../../ui/shell/site-sidebar.tsx'
import { ContactCards } from './contact-cards.tsx'

const phone = '400-820-1234'

function pageWith(localInfo: { phone: string; email: string; address: string; express: string }, address: string) {
  const labAddress = { receiver: '收样组', phone, address, postcode: '' }
  return renderToStaticMarkup(
    <MemoryRouter>
      <ContactCards localInfo={localInfo} labAddress={labAddress} workingHours="周一至周六 8:30-18:30" />
      <SiteSidebar phone={localInfo.phone} />
      <SiteFooter siteName="x" {...localInfo} year={2026} />
    </MemoryRouter>,
  )
}

it('[Q-119] what the laboratory has not entered yet is left out of the contact page, the footer and the service bar', () => {
  const empty = pageWith({ phone: '', email: '', address: '', express: '' }, '')
  expect(empty).toContain('8:30-18:30')
  expect(empty).not.toMatch(/tel:|mailto:|热线|邮箱|复制|查看地图|寄送样品|（邮编/)
})

it('[Q-119] a new installation that has entered them shows them, and no postcode where there is none', () => {
  const full = pageWith({ phone, email: 'service@example.com', address: '科技路 88 号', express: '' }, '科研路 88 号')
  for (const text of [
    '服务热线',
    'tel:4008201234',
    'mailto:service@example.com',
    '寄送样品',
    '查看地图',
    '科研路 88 号',
  ])
    expect(full).toContain(text)
  expect(full).not.toMatch(/（邮编|快递/)
})
