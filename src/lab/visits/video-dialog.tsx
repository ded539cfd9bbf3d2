import { useAct } from '../../platform/client/use-call.ts'
import type { Call } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { staffReservationVideo } from '../bookings/contract.ts'
import type { ShownBooking } from './rebook-dialog.tsx'
import { spanOf } from './span-text.ts'

type Props = { booking: ShownBooking; refreshes: readonly Call[]; onClose: () => void }

/** The link of the meeting of a booking by video. */
export function VideoDialog({ booking, refreshes, onClose }: Props) {
  const video = useAct(staffReservationVideo, { refreshes })
  const form = useZodForm({
    schema: staffReservationVideo.input,
    initial: { id: booking.id, url: booking.videoUrl ?? '' },
    onSubmit: async (input) => {
      await video.submit(input)
      toast.success(input.url ? '链接已保存，预约前一天起向客户显示' : '链接已清除')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="云视频链接">
      <Form form={form} aria-label="云视频链接">
        <p>
          {spanOf(booking)} {booking.projectName}。改约后请重新设置。
        </p>
        <Field label="链接" of={form.at('url')} hint="以 https:// 开头；保存后替换原链接，留空即清除">
          <TextInput type="url" maxLength={500} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
