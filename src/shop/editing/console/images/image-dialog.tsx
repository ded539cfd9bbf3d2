import { useState } from 'react'
import { useAct, useCall } from '../../../../platform/client/use-call.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { Field } from '../../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../../ui/text/link.tsx'
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { toast } from '../../../../ui/feedback/toast.tsx'
import { commonLicences, creditLimits, pictureKindKeys, pictureKinds } from '../../../media/credits/credit-rules.ts'
import { contentImageList, type ImageItem } from '../../../media/image-contract.ts'
import { ImagePicker, Thumbnail } from '../../images/image-input.tsx'
import { contentImageUses } from '../../images/image-use-contract.ts'
import {
  contentImageEdit,
  contentImageIndex,
  contentImageReplace,
  type LibraryImage,
} from '../../images/library-contract.ts'
import css from './library.module.css'

const refreshes = [contentImageIndex, contentImageList, contentImageUses]

/** One picture: its texts, the places that show it, and the ways to replace or delete it. */
export function ImageDialog({
  image,
  onClose,
  onDelete,
}: {
  image: LibraryImage
  onClose: () => void
  onDelete: () => void
}) {
  const [choosing, setChoosing] = useState(false)
  const [by, setBy] = useState<ImageItem>()
  const replace = useAct(contentImageReplace, {
    refreshes,
    onDone: ({ rows }) => {
      toast.success(`已替换，${rows} 处随之更新`)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={image.name} size="l">
      <div className={css.detail}>
        <div className="stack">
          <div className={css.large}>
            <Thumbnail img={image.img} alt={image.alt} />
          </div>
          <p className="cluster">
            <Button icon="refresh" onClick={() => setChoosing(true)}>
              替换图片
            </Button>
            <Button icon="trash" onClick={onDelete}>
              删除图片
            </Button>
            <SmartLink to={`/${image.img}`} reload target="_blank">
              查看原图
            </SmartLink>
          </p>
        </div>
        <div className="stack">
          <Texts image={image} onClose={onClose} />
          <Uses img={image.img} />
        </div>
      </div>
      <ImagePicker
        open={choosing}
        onClose={() => setChoosing(false)}
        onPick={(chosen) => {
          setChoosing(false)
          setBy(chosen)
        }}
      />
      <ConfirmDialog
        open={by !== undefined}
        onClose={() => setBy(undefined)}
        onConfirm={() => replace.submit({ img: image.img, by: by?.img ?? '' })}
        title="替换图片"
        confirmLabel="替换"
      >
        {by && (
          <div className={css.pair}>
            <figure>
              <Thumbnail img={image.img} alt="" />
              <figcaption>现在：{image.name}</figcaption>
            </figure>
            <figure>
              <Thumbnail img={by.img} alt="" />
              <figcaption>改为：{by.name}</figcaption>
            </figure>
          </div>
        )}
        <p>所有使用处（包括草稿）立即换成新图片；原图片留在图片库里，可以再换回来。</p>
      </ConfirmDialog>
    </Dialog>
  )
}

const kindOptions = [
  { value: '' as const, label: '未填写' },
  ...pictureKindKeys.map((value) => ({ value, label: pictureKinds[value] })),
]

function Texts({ image, onClose }: { image: LibraryImage; onClose: () => void }) {
  const edit = useAct(contentImageEdit, { refreshes, quiet: true })
  const form = useZodForm({
    schema: contentImageEdit.input,
    initial: {
      ...{ img: image.img, name: image.name, alt: image.alt },
      ...{ kind: image.kind, credit: image.credit, licence: image.licence },
    },
    onSubmit: async (input) => {
      await edit.submit(input)
      toast.success('已保存')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="图片的名称与说明">
      <Field label="名称" of={form.at('name')} required>
        <TextInput autoComplete="off" />
      </Field>
      <Field
        label="替代文字"
        of={form.at('alt')}
        hint="图片里有什么，读屏软件会念出来；正文中没有单独填写替代文字的地方随之更新"
      >
        <TextArea rows={2} maxLength={120} />
      </Field>
      <Field label="内容" of={form.at('kind')} hint="显示在前台图片下方；手绘或计算的图请选“示意图”">
        <Select options={kindOptions} />
      </Field>
      <Field label="作者或来源" of={form.at('credit')} hint="填写后显示在前台图片下方">
        <TextInput autoComplete="off" maxLength={creditLimits.credit} />
      </Field>
      <Field label="授权方式" of={form.at('licence')} hint="他人的照片须注明，如 CC BY 4.0、经授权使用">
        <TextInput autoComplete="off" maxLength={creditLimits.licence} list="common-licences" />
      </Field>
      <datalist id="common-licences">
        {commonLicences.map((licence) => (
          <option key={licence} value={licence} />
        ))}
      </datalist>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}

function Uses({ img }: { img: string }) {
  const found = useCall(contentImageUses, { img })
  return (
    <section aria-labelledby="image-uses" className="stack">
      <h3 id="image-uses">使用位置</h3>
      <Loaded of={found}>
        {({ uses, oldVersions }) => (
          <>
            {uses.length === 0 ? (
              <p>没有内容用到它。</p>
            ) : (
              <ul className={css.uses}>
                {uses.map(({ label, to }) => (
                  <li key={`${to} ${label}`}>
                    <SmartLink to={to}>{label}</SmartLink>
                  </li>
                ))}
              </ul>
            )}
            {oldVersions > 0 && <p>另有 {oldVersions} 个历史版本提到它。</p>}
          </>
        )}
      </Loaded>
    </section>
  )
}
