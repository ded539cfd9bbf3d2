import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { contentImageList, type ImageItem } from '../../media/image-contract.ts'
import { contentImageIndex } from './library-contract.ts'
import { contentImageDelete, contentImageUses } from './image-use-contract.ts'

/** Asks before a picture is deleted. A picture in use is not deleted; the dialog lists where it is used. */
export function ImageDelete({ image, onClose }: { image: Pick<ImageItem, 'img' | 'name'>; onClose: () => void }) {
  const found = useCall(contentImageUses, { img: image.img })
  const remove = useAct(contentImageDelete, {
    refreshes: [contentImageList, contentImageIndex],
    onDone: () => {
      toast.success('图片已删除')
      onClose()
    },
  })
  const free = found.data?.uses.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={`删除图片「${image.name}」`}
      size="s"
      footer={
        <>
          <Button onClick={onClose}>{free ? '取消' : '知道了'}</Button>
          {free && (
            <Button variant="danger" busy={remove.busy} onClick={() => void remove.run({ img: image.img })}>
              删除
            </Button>
          )}
        </>
      }
    >
      <Loaded of={found}>
        {({ uses, oldVersions }) =>
          uses.length > 0 ? (
            <>
              <p>图片正在使用，不能删除。请先在这些地方换掉它：</p>
              <ul>
                {uses.map(({ label, to }) => (
                  <li key={to}>
                    <SmartLink to={to}>{label}</SmartLink>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p>
              没有内容用到它。删除后不能恢复
              {oldVersions > 0 && `；有 ${oldVersions} 个历史版本提到它，恢复这些版本时将不带这张图片`}。
            </p>
          )
        }
      </Loaded>
    </Dialog>
  )
}
