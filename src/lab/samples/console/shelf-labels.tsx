import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import { PrintLabel, PrintLayout } from '../../../ui/shell/print-layout.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { shelfList } from '../shelves/shelf-contract.ts'
import css from './shelves.module.css'

export const meta = () => [{ title: '架位标签 · 后台' }]

/** One label per shelf. Its QR code is the code of the shelf, so that scanning it fills in the place at intake. */
export default function ShelfLabels() {
  const [search] = useSearchParams()
  const codes = (search.get('codes') ?? '').split(',').filter(Boolean).slice(0, 100)
  const shelves = useCall(shelfList, { codes, size: 100 })
  return (
    <Loaded of={shelves}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title="没有这些架位" icon="tube" action={{ label: '去架位', to: '/console/samples/shelves' }} />
        ) : (
          <PrintLayout title={`架位标签（${list.length} 个）`} page="label">
            {list.map((shelf) => (
              <PrintLabel key={shelf.id}>
                <div className={css.label}>
                  <QrCode text={shelf.code} label={`架位 ${shelf.code} 的二维码`} className={css.qr} />
                  <div>
                    <p className={css.printed}>{shelf.code}</p>
                    <p className={css.where}>{shelf.room}</p>
                    <p className={css.where}>{shelf.name}</p>
                    <p className={css.where}>{shelf.temperatureName}</p>
                    <p className={css.where}>
                      {[shelf.room, shelf.name, shelf.temperatureName].filter(Boolean).join(' · ')}
                    </p>
                  </div>
                </div>
              </PrintLabel>
            ))}
          </PrintLayout>
        )
      }
    </Loaded>
  )
}
