// The S3 double as a process of its own. Run: node bench/hosts/store.ts HOST PORT BUCKET
import { s3Double } from '../../src/platform/files/s3-double.ts'

const [host = '', port = '', bucket = ''] = process.argv.slice(2)
const { server } = s3Double(bucket, { accessKeyId: 'bench', secretAccessKey: 'bench-secret' })
server.listen(Number(port), host)
