import { expect, it } from "vitest"
import { gatewayNow, noticeGatewayTime } from "../../src/web/format/gatewayClock.ts"
import { formatRelative } from "../../src/web/format/time.ts"

const dayMs = 86_400_000

it("a relative time counts from the time that the gateway stated last, and the way of an answer moves no clock", () => {
  const stated = Date.now() + 40 * dayMs
  noticeGatewayTime(new Date(stated).toISOString())
  expect(formatRelative(new Date(stated).toISOString())).toBe("just now")
  expect(formatRelative(new Date(stated - 2 * dayMs).toISOString())).toBe("2 days ago")
  noticeGatewayTime(new Date(stated - 2_000).toISOString())
  noticeGatewayTime(null)
  expect(Math.abs(gatewayNow() - stated)).toBeLessThan(1_500)
})
