/** The answer of a route: `body` as the wire has it. A verdict against a payment is a 200, as both client generations want it. */
export interface FacilitatorAnswer {
  readonly status: 200 | 400 | 503
  readonly body: Readonly<Record<string, unknown>>
}

export const ok = (body: FacilitatorAnswer["body"]): FacilitatorAnswer => ({ status: 200, body })
export const unavailable = (body: FacilitatorAnswer["body"]): FacilitatorAnswer => ({ status: 503, body })
