import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { SiteSettings } from '../../core/settings/contract.ts'
import { SiteProvider } from '../../core/settings/site.tsx'
import { PickupButton } from './pickup-button.tsx'

it('[Q-113] a customer is offered pickup only where the laboratory has opened a region for it', () => {
  const button = (pickupCities: string[]) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <SiteProvider site={{ settings: { pickupCities } as unknown as SiteSettings, publicUrl: '', year: 2026 }}>
          <PickupButton opensAt="pickup" refreshes={[]} />
        </SiteProvider>
      </MemoryRouter>,
    )
  expect(button(['南京市'])).toContain('预约上门取样')
  expect(button([])).toBe('')
})
