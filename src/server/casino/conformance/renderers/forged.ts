import type { SentCall } from '../conformance-wallet.ts'

/** Makes forgeries of a call that is signed in a header: without the signature, cut short, of an odd length, of other bytes, and with the
 *  rest of the call written another way. */
export function forgedBy(header: string): (call: SentCall) => readonly SentCall[] {
  return (call) => {
    const { [header]: signature = '', ...others } = call.headers
    const withSignature = (value: string) => ({ ...call, headers: { ...others, [header]: value } })
    const middle = signature.length - 9
    const letter = signature[middle] === 'a' ? 'b' : 'a'
    return [
      { ...call, headers: others },
      withSignature(''),
      withSignature(signature.slice(0, -4)),
      withSignature(signature.slice(0, -1)),
      withSignature(`${signature.slice(0, middle)}${letter}${signature.slice(middle + 1)}`),
      ...(call.body === '' ? [] : [{ ...call, body: ` ${call.body}` }]),
      ...(call.query === '' ? [] : [{ ...call, query: `${call.query}x` }]),
    ]
  }
}
