// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token that behaves well, for the others to differ from.
contract PlainToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function receiveWithAuthorization(address from, address to, uint256 value, uint256, uint256, bytes32, uint8, bytes32, bytes32)
        external
        virtual
    {
        _move(from, to, value);
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// The payee gets one percent less than was sent.
contract FeeToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        balanceOf[from] -= amount;
        balanceOf[to] += amount - amount / 100;
        emit Transfer(from, to, amount);
    }
}

/// The payer pays one percent more than was sent.
contract SurchargeToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        balanceOf[from] -= amount + amount / 100;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// It returns false and moves nothing.
contract FalseToken is PlainToken {
    function transferFrom(address, address, uint256) external pure override returns (bool) {
        return false;
    }

    function transfer(address, uint256) external pure override returns (bool) {
        return false;
    }
}

/// It emits the event and returns true, and moves nothing.
contract LyingToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        emit Transfer(from, to, amount);
    }
}

/// It returns nothing where it succeeds, as some old tokens do.
contract SilentToken {
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// At each transfer it calls the splitter again with calldata that its owner has set.
contract ReentrantToken is PlainToken {
    address private target;
    bytes private data;
    bool public reentered;

    function set(address newTarget, bytes calldata newData) external {
        target = newTarget;
        data = newData;
    }

    function _move(address from, address to, uint256 amount) internal override {
        (bool succeeded, bytes memory returned) = target.call(data);
        if (succeeded) reentered = true;
        else assembly {
            revert(add(returned, 32), mload(returned))
        }
        super._move(from, to, amount);
    }
}

/// Pays several checkouts in one transaction.
contract Batch {
    function run(address target, bytes[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool succeeded, bytes memory returned) = target.call(calls[i]);
            if (!succeeded) assembly {
                revert(add(returned, 32), mload(returned))
            }
        }
    }

    function approve(PlainToken token, address spender, uint256 amount) external {
        token.approve(spender, amount);
    }
}

/// Emits the splitter's event without a payment.
contract Forger {
    event CheckoutPaid(bytes16 indexed checkout, address indexed payer, bytes32 indexed payment, address token, uint256 amount);

    function forge(bytes16 checkout, address payer, bytes32 payment, address token, uint256 amount) external {
        emit CheckoutPaid(checkout, payer, payment, token, amount);
    }
}
