// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The parts of an ERC-20 token with EIP-2612 and EIP-3009 that the splitter calls.
interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s
    ) external;
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes calldata signature
    ) external;
}

/// Pays the parts of one checkout to their wallets, all of them or none. It has no owner, cannot be changed, and keeps no balance.
contract Splitter {
    struct Leg {
        address to;
        uint256 amount;
    }

    /// Emitted behind the transfers of the legs. `payment` is `paymentOf(checkout, token, legs)`.
    event CheckoutPaid(bytes16 indexed checkout, address indexed payer, bytes32 indexed payment, address token, uint256 amount);

    error AlreadyPaid();
    error WrongLegs();
    error WrongAmount();
    error WrongBalance();
    error TransferFailed();
    error Reentered();

    uint256 private constant MAX_LEGS = 8;

    /// By payment, not by checkout: a payment of other legs under the same checkout never blocks the true one.
    mapping(bytes32 payment => bool) public isPaid;

    bool private transient entered;

    modifier once() {
        if (entered) revert Reentered();
        entered = true;
        _;
        entered = false;
    }

    /// The caller pays by its allowance to this contract.
    function pay(bytes16 checkout, address token, uint256 amount, Leg[] calldata legs) external once {
        _payFromCaller(checkout, token, amount, legs);
    }

    /// The caller pays by a permit of EIP-2612. Anybody may submit a permit, so a refused permit is ignored where the allowance is there.
    function payWithPermit(
        bytes16 checkout, address token, uint256 amount, Leg[] calldata legs, uint256 deadline, uint8 v, bytes32 r, bytes32 s
    ) external once {
        try IToken(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _payFromCaller(checkout, token, amount, legs);
    }

    /// `payer` pays by an authorization of EIP-3009 that anybody may submit. Its nonce is the payment, so the signature covers every leg.
    function payWithAuthorization(
        bytes16 checkout, address token, uint256 amount, Leg[] calldata legs, address payer, uint256 validAfter, uint256 validBefore,
        bytes calldata signature
    ) external once {
        bytes32 payment = _begin(checkout, token, amount, legs, payer);
        uint256 before = IToken(token).balanceOf(address(this));
        _receive(token, payer, amount, validAfter, validBefore, payment, signature);
        if (IToken(token).balanceOf(address(this)) != before + amount) revert WrongBalance();
        for (uint256 i = 0; i < legs.length; i++) {
            uint256 had = IToken(token).balanceOf(legs[i].to);
            _call(token, abi.encodeWithSignature("transfer(address,uint256)", legs[i].to, legs[i].amount));
            if (IToken(token).balanceOf(legs[i].to) != had + legs[i].amount) revert WrongBalance();
        }
        if (IToken(token).balanceOf(address(this)) != before) revert WrongBalance();
        emit CheckoutPaid(checkout, payer, payment, token, amount);
    }

    /// The identity of a payment on this chain and by this contract, which is also the nonce of the payer's authorization.
    function paymentOf(bytes16 checkout, address token, Leg[] calldata legs) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), checkout, token, legs));
    }

    function _payFromCaller(bytes16 checkout, address token, uint256 amount, Leg[] calldata legs) private {
        bytes32 payment = _begin(checkout, token, amount, legs, msg.sender);
        uint256 before = IToken(token).balanceOf(msg.sender);
        for (uint256 i = 0; i < legs.length; i++) {
            uint256 had = IToken(token).balanceOf(legs[i].to);
            _call(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, legs[i].to, legs[i].amount));
            if (IToken(token).balanceOf(legs[i].to) != had + legs[i].amount) revert WrongBalance();
        }
        if (IToken(token).balanceOf(msg.sender) + amount != before) revert WrongBalance();
        emit CheckoutPaid(checkout, msg.sender, payment, token, amount);
    }

    /// Checks the legs and marks the payment before any other contract is called.
    function _begin(bytes16 checkout, address token, uint256 amount, Leg[] calldata legs, address payer) private returns (bytes32 payment) {
        if (legs.length == 0 || legs.length > MAX_LEGS) revert WrongLegs();
        uint256 sum = 0;
        for (uint256 i = 0; i < legs.length; i++) {
            address to = legs[i].to;
            if (to == address(0) || to == address(this) || to == token || to == payer || legs[i].amount == 0) revert WrongLegs();
            sum += legs[i].amount;
        }
        if (sum != amount) revert WrongAmount();
        payment = paymentOf(checkout, token, legs);
        if (isPaid[payment]) revert AlreadyPaid();
        isPaid[payment] = true;
    }

    /// A signature of 65 bytes is passed as v, r and s, which older tokens support too; that of a smart wallet as bytes.
    function _receive(
        address token, address payer, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes calldata signature
    ) private {
        if (signature.length == 65) {
            IToken(token).receiveWithAuthorization(
                payer, address(this), amount, validAfter, validBefore, nonce,
                uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
            );
        } else {
            IToken(token).receiveWithAuthorization(payer, address(this), amount, validAfter, validBefore, nonce, signature);
        }
    }

    /// Some tokens return false where they fail, and some return nothing where they succeed.
    function _call(address token, bytes memory data) private {
        (bool succeeded, bytes memory returned) = token.call(data);
        if (!succeeded || (returned.length > 0 && !abi.decode(returned, (bool)))) revert TransferFailed();
    }
}
