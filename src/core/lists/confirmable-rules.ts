/**
 * A field of lists whose records a second person confirms: whether the reader may be that person. Who proposed a record cannot confirm
 * it, so the workbench counts only what the reader can settle.
 */
export const confirmableField = {
  label: '复核',
  kind: 'choice',
  options: { yes: '可由我复核', no: '无需复核或由我提交' },
  value: (row: { mayConfirm: boolean }) => (row.mayConfirm ? 'yes' : 'no'),
  aside: true,
} as const
