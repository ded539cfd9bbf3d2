import { lazy, Suspense } from 'react'
import type { FileField } from './form-rules.ts'
import type { UploadFile } from './parameter-upload.tsx'

// Lazy, because visitors cannot upload files.
const ParameterUpload = lazy(() => import('./parameter-upload.tsx'))

type Props = {
  field: FileField
  value: unknown
  onValue: (value: unknown) => void
  uploadFile: UploadFile | undefined
}

export function ParameterFiles({ uploadFile, ...rest }: Props) {
  const formats = rest.field.extensions.map((extension) => `.${extension}`).join(' ')
  if (!uploadFile) return <p>登录后填写参数时上传，支持 {formats}</p>
  return (
    <Suspense fallback={<p>支持 {formats}</p>}>
      <ParameterUpload {...rest} formats={formats} uploadFile={uploadFile} />
    </Suspense>
  )
}
