import type { HttpRequest } from '#calls/http/http-call.ts'

/** The request as `fetch` takes it: the parts of a multipart body become one, whose `Content-Type` the browser writes. */
export function withForm({ form, ...request }: HttpRequest): RequestInit {
  if (!form) return request
  const body = new FormData()
  for (const [name, value] of form) {
    if (typeof value === 'string') body.append(name, value)
    else if (value instanceof File) body.append(name, value)
  }
  return { ...request, body }
}
