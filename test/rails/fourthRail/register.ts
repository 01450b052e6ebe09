import { registry } from "../../../rails/registry.ts"
import { voucherModule } from "./voucherModule.ts"

/** The one line of the registry. Import it before the gateway, which reads the registry when it is loaded. */
export const registryWithVoucher = Object.assign(registry, { voucher: voucherModule })
