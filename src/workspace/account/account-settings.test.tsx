import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NameAndNotices } from './account-settings.tsx'
import type { Me } from './profile-form.tsx'

it('[Q-268] who has no e-mail address reads that no mail can arrive', () => {
  const shown = (email: string) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <NameAndNotices me={{ nickname: '', email, noticeChoices: { sms: true, mail: true } } as Me} />
      </QueryClientProvider>,
    )
  expect(shown('')).toContain('还没有邮箱')
  expect(shown('li@institute.example')).not.toContain('还没有邮箱')
})
