import { callAt } from './demo-orders.ts'

/** Puts an analysis of data into the plan of a customer, so that the wizard asks for files. */
export async function planAnalysis(url: string, token: string): Promise<void> {
  const { list } = await callAt<{ list: { rid: number; name: string }[] }>(url, 'open/web/device/search?size=100')
  const form = new FormData()
  form.set('purpose', 'data')
  form.set('file', new Blob(['data']), 'model.cif')
  const file = await callAt<{ id: number }>(url, 'auth/file/upload', form, token)
  const parameters = {
    structure: [{ id: String(file.id), name: 'model.cif' }],
    atoms: 12,
    properties: ['band'],
    functional: 'pbe',
    goal: '能带',
  }
  const rid = list.find(({ name }) => name.includes('第一性') || name.includes('DFT'))?.rid
  await callAt(url, 'auth/tempDevice/add', { rid, parameters, sampleCount: 1, urgent: false }, token)
}
